import { color, serializeRGB } from '@csstools/css-color-parser'
import { parseComponentValue } from '@csstools/css-parser-algorithms'
import { tokenize } from '@csstools/css-tokenizer'
import { LRUCache } from 'lru-cache'

/** Red, green, blue from 0 to 255, and how much it covers, from 0 to 1. */
export type Colour = { channels: [number, number, number]; alpha: number }

export const WHITE: Colour = { channels: [255, 255, 255], alpha: 1 }
export const BLACK: Colour = { channels: [0, 0, 0], alpha: 1 }
/** What browsers paint where a page asks for dark colours. */
export const DARK: Colour = { channels: [18, 18, 18], alpha: 1 }

/** Under this much of it nothing is seen. */
const MIN_ALPHA = 0.06
/** Colours whose channels are no farther apart can't be told from each other. */
const MIN_DISTANCE = 16
/** UTF-16 units of a colour that is read, and how often one may hold another. */
const MAX_LENGTH = 200
const MAX_NESTING = 6

const known = new LRUCache<string, { colour: Colour | undefined }>({ max: 2000 })

/** Reads a colour in any notation of CSS Color 5; undefined where it is none, or depends on more than its text. */
export function readColour(value: string): Colour | undefined {
  if (value.length > MAX_LENGTH) return undefined
  let read = known.get(value)
  if (!read) known.set(value, (read = { colour: parseColour(value) }))
  return read.colour
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

/** Reads the value of an old attribute such as `bgcolor`: a name or a hexadecimal number, with or without its sign. */
export function readOldColour(value: string): string {
  const text = value.trim().toLowerCase()
  return /^(?:[\da-f]{3}|[\da-f]{6})$/.test(text) ? `#${text}` : text
}

export function isTransparent({ alpha }: Colour): boolean {
  return alpha < MIN_ALPHA
}

/** One colour painted upon another. */
export function blendOver({ channels, alpha }: Colour, ground: Colour): Colour {
  const mixed = channels.map((channel, index) => channel * alpha + ground.channels[index]! * (1 - alpha))
  return { channels: mixed as [number, number, number], alpha: 1 }
}

/** Whether text of one colour can't be told from a ground of the other. */
export function isAlike(text: Colour, ground: Colour): boolean {
  const { channels } = blendOver(text, ground)
  return channels.every((channel, index) => Math.abs(channel - ground.channels[index]!) <= MIN_DISTANCE)
}
