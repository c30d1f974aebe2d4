/** Red, green, blue from 0 to 255, and how much it covers, from 0 to 1. */
export type Colour = { channels: [number, number, number]; alpha: number }

export const WHITE: Colour = { channels: [255, 255, 255], alpha: 1 }

const NAMED: Record<string, string | undefined> = {
  white: '#fff',
  snow: '#fffafa',
  ivory: '#fffff0',
  whitesmoke: '#f5f5f5',
  black: '#000',
  transparent: '#0000',
}

/** Under this much of it nothing is seen. */
const MIN_ALPHA = 0.06
/** Colours whose channels are no farther apart can't be told from each other. */
const MIN_DISTANCE = 16

/** Reads a colour as pages mostly write it; undefined for any other form. */
export function readColour(value: string): Colour | undefined {
  const text = NAMED[value] ?? value
  const hex = /^#([\da-f]{3,8})$/.exec(text)?.[1]
  if (hex !== undefined) return colourOfHex(hex)
  const parts = /^rgba?\(([\d.,%/ ]{1,60})\)$/.exec(text)?.[1]?.match(/[\d.]+%?/g)
  if (parts?.length !== 3 && parts?.length !== 4) return undefined
  const [red, green, blue] = parts.map((part) => numberOf(part, 255)) as [number, number, number]
  return { channels: [red, green, blue], alpha: numberOf(parts[3] ?? '1', 1) }
}

export function isTransparent({ alpha }: Colour): boolean {
  return alpha < MIN_ALPHA
}

/** Whether text of one colour can't be told from a ground of the other. */
export function isAlike(one: Colour, other: Colour): boolean {
  return one.channels.every((channel, index) => Math.abs(channel - other.channels[index]!) <= MIN_DISTANCE)
}

function colourOfHex(hex: string): Colour | undefined {
  if (hex.length === 5 || hex.length === 7) return undefined
  const digits = hex.length < 6 ? [...hex].map((digit) => digit + digit).join('') : hex
  const [red, green, blue, alpha = 255] = (digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return { channels: [red!, green!, blue!], alpha: alpha / 255 }
}

function numberOf(part: string, whole: number): number {
  return part.endsWith('%') ? (Number.parseFloat(part) / 100) * whole : Number(part)
}
