import { readdirSync, readFileSync } from 'node:fs'
import { svgUrl } from './svg-url.ts'

const FOLDER = new URL('icons/', import.meta.url)

/** A class for each icon, which `icon.css` draws in the colour of the text. */
export function iconStyles(): string {
  const files = readdirSync(FOLDER).filter((name) => name.endsWith('.svg'))
  return files
    .map(
      (file) =>
        `.icon-${file.slice(0, -'.svg'.length)}{--icon:url("${svgUrl(readFileSync(new URL(file, FOLDER), 'utf8'))}")}`,
    )
    .join('\n')
}
