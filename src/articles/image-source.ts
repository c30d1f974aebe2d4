type Attributes = Record<string, string>

/** Where scripts find the address of an image that is loaded late. */
const LATE_SOURCES =
  'data-src data-original data-lazy-src data-lazy data-original-src data-orig-file data-hi-res-src data-full-src data-url data-image data-actualsrc data-echo'.split(
    ' ',
  )
const LATE_SOURCE_SETS = ['data-srcset', 'data-lazy-srcset', 'data-original-set']

/** In CSS pixels: wide enough for a page of text on a sharp screen. */
const WIDEST = 1600
/** Taken where a candidate says only its density. */
const USUAL_WIDTH = 800
const MAX_CANDIDATES = 50
/** In UTF-16 units. */
const MAX_SOURCE_SET_LENGTH = 50_000
/** A data URI under this length, in UTF-16 units, only keeps the place of an image. */
const PLACEHOLDER_LENGTH = 400
const PLACEHOLDER_NAME =
  /(?:^|[/_-])(?:blank|spacer|placeholder|lazy|loading|transparent|pixel|1x1|grey|gray)[\w-]*\.(?:gif|png|svg|jpe?g|webp)(?:$|\?)/i

type Candidate = { url: string; width: number }

/** Whether an image is a counting pixel or a spacer by its own word. */
export function isTiny({ width, height }: Attributes): boolean {
  return [width, height].some((size) => size !== undefined && /^\s*[012](?:px)?\s*$/.test(size))
}

/** Chooses where to take an image from: about the widest of what it offers, as written there. */
export function chooseSource(image: Attributes, sourceSets: string[] = []): string | undefined {
  const own = [image['srcset'], ...LATE_SOURCE_SETS.map((name) => image[name])]
  const chosen = widest(own) ?? widest(sourceSets)
  if (chosen) return chosen
  const late = LATE_SOURCES.map((name) => image[name]?.trim()).find((source) => source && isAddress(source))
  const source = image['src']?.trim()
  return late && (!source || isPlaceholder(source))
    ? late
    : source && !isPlaceholder(source, late)
      ? source
      : late
}

/** With another at hand a name like blank.gif is enough; alone, only a data URI is. */
function isPlaceholder(source: string, other: string | undefined = 'any'): boolean {
  if (/^data:/i.test(source)) return source.length < PLACEHOLDER_LENGTH || /^data:image\/svg/i.test(source)
  return other !== undefined && (PLACEHOLDER_NAME.test(source.slice(-200)) || source.startsWith('about:'))
}

/** Scripts also keep JSON and numbers in such attributes. */
function isAddress(source: string): boolean {
  return /^(?:https?:)?\/\/|^\.{0,2}\/|^[\w%-][^\s{}"]*[./]/i.test(source)
}

function widest(sets: (string | undefined)[]): string | undefined {
  const candidates = sets.flatMap((set) => candidatesOf(set ?? ''))
  const fitting = candidates.filter(({ width }) => width <= WIDEST).sort((a, b) => b.width - a.width)
  const [best = candidates.sort((a, b) => a.width - b.width)[0]] = fitting
  return best?.url
}

/** HTML §4.8.4.3: an address ends at white space, and may hold commas, but not end in one. */
function candidatesOf(set: string): Candidate[] {
  const pattern = /[\s,]*(\S+)/y
  const text = set.slice(0, MAX_SOURCE_SET_LENGTH)
  const candidates: Candidate[] = []
  for (
    let match = pattern.exec(text);
    match && candidates.length < MAX_CANDIDATES;
    match = pattern.exec(text)
  ) {
    const address = match[1]!
    const end = address.endsWith(',') ? pattern.lastIndex : text.indexOf(',', pattern.lastIndex)
    const descriptor = text.slice(pattern.lastIndex, end === -1 ? undefined : end).trim()
    pattern.lastIndex = end === -1 ? text.length : end
    const url = address.replace(/,+$/, '')
    if (url !== '' && !isPlaceholder(url)) candidates.push({ url, width: widthOf(descriptor) })
  }
  return candidates
}

function widthOf(descriptor: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([wx])/.exec(descriptor) ?? []
  if (number === undefined) return USUAL_WIDTH
  return unit === 'w' ? Number(number) : Number(number) * USUAL_WIDTH
}
