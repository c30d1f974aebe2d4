import { readFileSync } from 'node:fs'
import { type Asset, createAsset } from './asset.ts'

/** The style sheets of the bundled typefaces, of which some subsets of characters are served. */
const SHEETS = [
  '@fontsource-variable/inter/wght.css',
  '@fontsource-variable/literata/wght.css',
  '@fontsource-variable/literata/wght-italic.css',
  '@fontsource/atkinson-hyperlegible/400.css',
  '@fontsource/atkinson-hyperlegible/400-italic.css',
  '@fontsource/atkinson-hyperlegible/700.css',
]
const SUBSET = /\/\* \S+?-(latin|latin-ext)-(?:wght|\d+)-\w+ \*\/\s*(@font-face \{[^}]*\})/g
const FILE = /url\(\.\/files\/([^)]+)\.woff2\)/

/** `css` declares the typefaces; browsers load a file where a page uses its characters. */
export type Fonts = {
  css: string
  files: Asset[]
  /** The file that nearly every page needs. */
  interfaceFont: Asset
  /** The file that articles need. */
  articleFont: Asset
  /** The file that articles with emphasis need as well. */
  italicFont: Asset
}

export function readFonts(): Fonts {
  const faces = SHEETS.flatMap(facesOf)
  const fileOf = (wanted: string) => faces.find(({ name }) => name === wanted)!.file
  return {
    css: faces.map(({ css }) => css).join('\n'),
    files: faces.map(({ file }) => file),
    interfaceFont: fileOf('inter-latin-wght-normal'),
    articleFont: fileOf('literata-latin-wght-normal'),
    italicFont: fileOf('literata-latin-wght-italic'),
  }
}

function facesOf(sheet: string) {
  const url = import.meta.resolve(sheet)
  const rules = [...readFileSync(new URL(url), 'utf8').matchAll(SUBSET)]
  return rules.map(([, , rule = '']) => {
    const name = FILE.exec(rule)![1]!
    const body = new Uint8Array(readFileSync(new URL(`files/${name}.woff2`, url)))
    const file = createAsset({ name, extension: 'woff2', type: 'font/woff2', body })
    const css = rule
      .replace(/(font-family: '[^']*) Variable'/, "$1'")
      // A typeface that comes late is used from the next page on, so that nothing moves.
      .replace('font-display: swap', 'font-display: optional')
      .replace(/src: [^;]+/, `src: url('${file.path}') format('woff2')`)
    return { name, css, file }
  })
}
