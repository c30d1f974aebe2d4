import { HEIF } from 'image-size/types/heif'
import { readdirSync, readFileSync } from 'node:fs'
import type { Language } from '../../text/language.ts'
import { type Asset, createAsset } from './asset.ts'

/** What the pictures of the landing page show; `npm run screenshots` makes them. */
export type PictureName = 'queue' | 'reader' | 'agents' | 'activity'
type Format = 'wide' | 'phone'
type Theme = 'light' | 'dark'

export type Picture = Asset & { width: number; height: number }
export type Pictures = Map<string, Picture>

type PictureVersion = { name: PictureName; format: Format; theme: Theme; language: Language }

/** The key of a picture, which is the name of its file. */
export function pictureKey({ name, format, theme, language }: PictureVersion): string {
  return `${name}-${format}-${theme}-${language}`
}

export function readPictures(): Pictures {
  const folder = new URL('pictures/', import.meta.url)
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
