import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from '../../text/language.ts'
import { type Asset, createAsset } from './asset.ts'

/** What the screenshots of the landing page show; `npm run screenshots` makes them. */
export type ScreenshotName = 'queue' | 'reader' | 'agents' | 'activity'
type Viewport = 'wide' | 'phone'
type Theme = 'light' | 'dark'

export type Screenshot = Asset & { width: number; height: number }
export type Screenshots = Map<string, Screenshot>

type ScreenshotVersion = { name: ScreenshotName; viewport: Viewport; theme: Theme; language: Language }

/** The key of a screenshot, which is the name of its file. */
export function screenshotKey({ name, viewport, theme, language }: ScreenshotVersion): string {
  return `${name}-${viewport}-${theme}-${language}`
}

export function readScreenshots(): Screenshots {
  const folder = new URL('screenshots/', import.meta.url)
  return new Map(
    readdirSync(folder).map((fileName) => {
      const name = fileName.replace('.avif', '')
      const file = readFileSync(new URL(fileName, folder))
      const body = new Uint8Array(file)
      return [
        name,
        { ...createAsset({ name, extension: 'avif', type: 'image/avif', body }), ...sizeOf(file) },
      ]
    }),
  )
}

/**
 * In pixels, from its box of spatial extents (ISO/IEC 23008-12 §6.5.3). These files are our own, and a start loads no
 * package for images.
 */
function sizeOf(file: Buffer): { width: number; height: number } {
  const box = file.indexOf('ispe')
  return { width: file.readUInt32BE(box + 8), height: file.readUInt32BE(box + 12) }
}
