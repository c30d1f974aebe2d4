import { color, serializeRGB } from '@csstools/css-color-parser'
import { parseComponentValue } from '@csstools/css-parser-algorithms'
import { tokenize } from '@csstools/css-tokenizer'
import { LRUCache } from 'lru-cache'

/** Red, green and blue from 0 to 255, and the opacity from 0 to 1. */
export type Colour = { channels: [number, number, number]; alpha: number }

export const WHITE: Colour = { channels: [255, 255, 255], alpha: 1 }
export const BLACK: Colour = { channels: [0, 0, 0], alpha: 1 }
/** The background of browsers for pages with a dark colour scheme. */
export const DARK: Colour = { channels: [18, 18, 18], alpha: 1 }

/** A colour with less opacity is invisible. */
const MIN_ALPHA = 0.06
/** Colours whose channels differ by no more than this can't be told apart. */
const MIN_DISTANCE = 16
/** The longest colour that is parsed, in UTF-16 units, and how deeply functions may be nested in it. */
const MAX_LENGTH = 200
const MAX_NESTING = 6

const known = new LRUCache<string, { colour: Colour | undefined }>({ max: 2000 })

/** Parses a colour in any notation of CSS Color 5; undefined if it is invalid, or depends on its context. */
export function readColour(value: string): Colour | undefined {
  if (value.length > MAX_LENGTH) return undefined
  const cached = known.get(value)
  if (cached) return cached.colour
  const colour = parseColour(value)
  known.set(value, { colour })
  return colour
}

function parseColour(value: string): Colour | undefined {
  if ((value.match(/\(/g)?.length ?? 0) > MAX_NESTING) return undefined
  try {
    const component = parseComponentValue(tokenize({ css: value }))
    const data = component && color(component)
    if (!data) return undefined
    const [red, green, blue, alpha] = (
      serializeRGB(data)
        .toString()
        .match(/[\d.]+(?:e-?\d+)?/g) ?? []
    ).map(Number)
    return { channels: [red!, green!, blue!], alpha: alpha ?? 1 }
  } catch {
    return undefined
  }
}

/**
 * Converts the value of a legacy attribute such as `bgcolor`, a name or a hexadecimal number with or without `#`, to
 * CSS.
 */
export function readLegacyColour(value: string): string {
  const text = value.trim().toLowerCase()
  return /^(?:[\da-f]{3}|[\da-f]{6})$/.test(text) ? `#${text}` : text
}

export function isTransparent({ alpha }: Colour): boolean {
  return alpha < MIN_ALPHA
}

/** A colour painted over an opaque background. */
export function blendOver({ channels, alpha }: Colour, background: Colour): Colour {
  const mixed = channels.map((channel, index) => channel * alpha + background.channels[index]! * (1 - alpha))
  return { channels: mixed as [number, number, number], alpha: 1 }
}

/** Whether text of one colour is invisible on a background of the other. */
export function isIndistinguishable(text: Colour, background: Colour): boolean {
  const { channels } = blendOver(text, background)
  return channels.every((channel, index) => Math.abs(channel - background.channels[index]!) <= MIN_DISTANCE)
}
