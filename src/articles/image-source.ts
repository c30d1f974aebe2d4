import { isSourceSet, widest } from './source-set.ts'

type Attributes = Record<string, string>

/** Attributes where scripts find the address of a lazy-loaded image; its `src` is blurred or empty until then. */
const LAZY_SOURCES =
  'data-src data-lazy-src data-lazy data-original data-actualsrc data-echo data-hi-res-src data-full-src'.split(
    ' ',
  )
/** Attributes with other addresses of the image, most likely first. */
const OTHER_SOURCES = 'data-original-src data-orig-file data-large-file data-url data-image'.split(' ')
/** Attributes with other information about an image. */
const NO_SOURCES = new Set(
  'src srcset alt title class id style href width height sizes longdesc usemap'.split(' '),
)

/** The longest attribute that is read, in UTF-16 units, and how many are read. */
const MAX_ATTRIBUTE_LENGTH = 20_000
/** A shorter data URI, in UTF-16 units, is only a placeholder for an image. */
const PLACEHOLDER_LENGTH = 400
/** Matches a whole file name: "grey-heron.jpg" and "google-pixel-4.jpg" are pictures. */
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

/** Whether the size of an image says that it is a tracking pixel or a spacer. A height of 0 alone is a matter of style. */
export function isTrackingPixel(image: Attributes): boolean {
  const [width, height] = [parsePixels(image['width']), parsePixels(image['height'])]
  if (LAZY_SOURCES.some((name) => image[name])) return false
  if (width === undefined || height === undefined) return (width ?? height) === 1
  return width <= 2 && height <= 2 ? true : width === 1 || height === 1
}

function parsePixels(text: string | undefined): number | undefined {
  const [, number] = /^\s*(\d+)(?:px)?\s*$/.exec(text ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

/**
 * Chooses the source of an image: about the widest that it offers, unchanged. `ofPicture` chooses from the sources of
 * the surrounding picture element.
 */
export function chooseSource(image: Attributes, ofPicture?: () => string | undefined): string | undefined {
  const own = [image['srcset'], ...findLazySourceSets(image)]
  const chosen = widest(own) ?? ofPicture?.()
  if (chosen) return chosen
  const lazyAddress = findFirstAddress(image, LAZY_SOURCES)
  if (lazyAddress) return lazyAddress
  const source = image['src']?.trim()
  if (source && !isPlaceholder(source)) return source
  const other = findFirstAddress(image, OTHER_SOURCES) ?? findAnyAddress(image)
  if (other) return other
  // The name of a placeholder alone is weak evidence, so such a source is used if there is no other.
  return source && !isEmptyImage(source) ? source : undefined
}

/** The source of a lazy-loaded image, if an attribute of an element of any kind contains one. */
export function findLazySource(element: Attributes): string | undefined {
  const [set] = findLazySourceSets(element)
  const source =
    widest([set]) ??
    findFirstAddress(element, [
      'data-src',
      'data-lazy-src',
      'data-original',
      'data-bg',
      'data-background-image',
      'data-image-src',
      // Microdata uses the address of a picture as its id.
      'itemid',
    ])
  return source !== undefined && IMAGE_ADDRESS.test(source) ? source : undefined
}

function findLazySourceSets(image: Attributes): string[] {
  const sets = []
  for (const name in image) {
    const value = image[name]!
    if (!NO_SOURCES.has(name) && (name.includes('srcset') || isSourceSet(value))) sets.push(value)
  }
  return sets
}

function findFirstAddress(image: Attributes, names: string[]): string | undefined {
  return names
    .map((name) => image[name]?.trim())
    .find((source) => source && isAddress(source) && !isPlaceholder(source))
}

/** Finds an address in any attribute, on its own or in JSON. */
function findAnyAddress(image: Attributes): string | undefined {
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

/** Scripts also store JSON and numbers in such attributes. */
function isAddress(source: string): boolean {
  return /^(?:https?:)?\/\/|^\.{0,2}\/|^[\w%-][^\s{}"]*[./]|^data:image\//i.test(source)
}
