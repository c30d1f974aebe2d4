import { isSourceSet, widest } from './source-set.ts'

type Attributes = Record<string, string>

/** Where scripts find the address of an image that is loaded late; what stands in `src` meanwhile is blurred or empty. */
const LATE_SOURCES =
  'data-src data-lazy-src data-lazy data-original data-actualsrc data-echo data-hi-res-src data-full-src'.split(
    ' ',
  )
/** Where they keep other addresses of the image, the first the likeliest. */
const OTHER_SOURCES = 'data-original-src data-orig-file data-large-file data-url data-image'.split(' ')
/** They say something else of an image. */
const NO_SOURCES = new Set(
  'src srcset alt title class id style href width height sizes longdesc usemap'.split(' '),
)

/** In UTF-16 units, of an attribute that may hold an address, and of how many of them. */
const MAX_ATTRIBUTE_LENGTH = 20_000
/** A data URI under this length, in UTF-16 units, only keeps the place of an image. */
const PLACEHOLDER_LENGTH = 400
/** A whole file name: "grey-heron.jpg" and "google-pixel-4.jpg" are pictures. */
const PLACEHOLDER_WORD =
  'blank|spacer|placeholder|place-?holder|lazy|load|loader|loading|transparent|trans|pixel|1x1|grey|gray|empty|dummy|clear|white'
const PLACEHOLDER_NAME = new RegExp(
  String.raw`(?:^|/)(?:${PLACEHOLDER_WORD})(?:[-_.]?(?:${PLACEHOLDER_WORD}|image|img|bg|default|gif|\d{1,4}(?:x\d{1,4})?))*\.(?:gif|png|svg|jpe?g|webp)(?:$|[?#])`,
  'i',
)
const IMAGE_ADDRESS =
  /^(?:https?:\/\/|\/\/|\.{0,2}\/|[\w%-])[^\s"'<>{}|\\^`]*\.(?:jpe?g|png|webp|avif|gif)(?:$|[?#!:])/i
const IMAGE_IN_JSON =
  /"((?:https?:)?(?:\\?\/){2}[^"\s<>]{1,2000}?\.(?:jpe?g|png|webp|avif|gif)(?:[?#][^"\s<>]*)?)"/i

/** Whether an image is a counting pixel or a spacer by its own word. A height of nought alone is a style. */
export function isTiny(image: Attributes): boolean {
  const [width, height] = [sizeOf(image['width']), sizeOf(image['height'])]
  if (LATE_SOURCES.some((name) => image[name])) return false
  if (width === undefined || height === undefined) return (width ?? height) === 1
  return width <= 2 && height <= 2 ? true : width === 1 || height === 1
}

function sizeOf(text: string | undefined): number | undefined {
  const [, number] = /^\s*(\d+)(?:px)?\s*$/.exec(text ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

/**
 * Chooses where to take an image from: about the widest of what it offers, as written there. `ofPicture` gives the
 * choice from the sources of the picture around it.
 */
export function chooseSource(image: Attributes, ofPicture?: () => string | undefined): string | undefined {
  const own = [image['srcset'], ...lateSourceSets(image)]
  const chosen = widest(own) ?? ofPicture?.()
  if (chosen) return chosen
  const late = firstAddress(image, LATE_SOURCES)
  if (late) return late
  const source = image['src']?.trim()
  if (source && !isPlaceholder(source)) return source
  const other = firstAddress(image, OTHER_SOURCES) ?? anyAddress(image)
  if (other) return other
  // Alone, a name says little.
  return source && !isEmptyImage(source) ? source : undefined
}

/** Whether an attribute of any element says that its image is loaded late, and from where. */
export function lateSource(element: Attributes): string | undefined {
  const [set] = lateSourceSets(element)
  const source =
    widest([set]) ??
    firstAddress(element, [
      'data-src',
      'data-lazy-src',
      'data-original',
      'data-bg',
      'data-background-image',
      'data-image-src',
      // Microdata names a picture by its address.
      'itemid',
    ])
  return source !== undefined && IMAGE_ADDRESS.test(source) ? source : undefined
}

function lateSourceSets(image: Attributes): string[] {
  const sets = []
  for (const name in image) {
    const value = image[name]!
    if (!NO_SOURCES.has(name) && (name.includes('srcset') || isSourceSet(value))) sets.push(value)
  }
  return sets
}

function firstAddress(image: Attributes, names: string[]): string | undefined {
  return names
    .map((name) => image[name]?.trim())
    .find((source) => source && isAddress(source) && !isPlaceholder(source))
}

/** Any attribute may hold the address, by itself or in JSON. */
function anyAddress(image: Attributes): string | undefined {
  for (const name in image) {
    const value = image[name]!.trim()
    if (NO_SOURCES.has(name) || value.length > MAX_ATTRIBUTE_LENGTH) continue
    if (IMAGE_ADDRESS.test(value) && !isPlaceholder(value)) return value
    const address =
      value.startsWith('{') || value.startsWith('[')
        ? IMAGE_IN_JSON.exec(value)?.[1]?.replaceAll('\\/', '/')
        : undefined
    if (address && !isPlaceholder(address)) return address
  }
  return undefined
}

function isPlaceholder(source: string): boolean {
  return isEmptyImage(source) || PLACEHOLDER_NAME.test(source.slice(-200))
}

function isEmptyImage(source: string): boolean {
  if (/^data:/i.test(source)) return source.length < PLACEHOLDER_LENGTH || /^data:image\/svg/i.test(source)
  return /^(?:about|javascript):/i.test(source) || source === '#'
}

/** Scripts also keep JSON and numbers in such attributes. */
function isAddress(source: string): boolean {
  return /^(?:https?:)?\/\/|^\.{0,2}\/|^[\w%-][^\s{}"]*[./]|^data:image\//i.test(source)
}
