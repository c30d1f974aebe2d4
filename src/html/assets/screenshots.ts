import { HEIF } from 'image-size/types/heif'
import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from '../../text/language.ts'
import { type Asset, createAsset } from './asset.ts'

/** What the screenshots of the landing page show; `npm run screenshots` makes them. */
export type ScreenshotName = 'queue' | 'reader' | 'agents' | 'activity'
type Viewport = 'wide' | 'phone'
type Theme = 'light' | 'dark'

export type Screenshot = Asset & { width: number; height: number }
export type Screenshots = Map<string, Screenshot>

type PictureVersion = { name: ScreenshotName; format: Viewport; theme: Theme; language: Language }

/** The key of a screenshot, which is the name of its file. */
export function screenshotKey({ name, format: viewport, theme, language }: PictureVersion): string {
  return `${name}-${viewport}-${theme}-${language}`
}

export function readScreenshots(): Screenshots {
  const folder = new URL('screenshots/', import.meta.url)
  return new Map(
    readdirSync(folder).map((fileName) => {
      const name = fileName.replace('.avif', '')
      const body = new Uint8Array(readFileSync(new URL(fileName, folder)))
      return [
        name,
        { ...createAsset({ name, extension: 'avif', type: 'image/avif', body }), ...HEIF.calculate(body) },
      ]
    }),
  )
}
