import { readFileSync } from 'node:fs'
import { type Asset, createAsset } from './asset.ts'

/** What the pictures of the landing page show; `npm run screenshots` makes them. */
const NAMES = ['queue', 'reader', 'agents', 'activity'] as const

export type PictureName = (typeof NAMES)[number]
export type Pictures = Record<PictureName, { light: Asset; dark: Asset }>

/** The size of each, in pixels. */
export const PICTURE_SIZE = { width: 1400, height: 875 }

export function readPictures(): Pictures {
  const pictures = NAMES.map((name) => [name, { light: webp(`${name}-light`), dark: webp(`${name}-dark`) }])
  return Object.fromEntries(pictures) as Pictures
}

function webp(name: string): Asset {
  const body = new Uint8Array(readFileSync(new URL(`pictures/${name}.webp`, import.meta.url)))
  return createAsset({ name, extension: 'webp', type: 'image/webp', body })
}
