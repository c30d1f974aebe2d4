/** In CSS pixels: wide enough for an article on a high-density screen. */
const WIDEST = 1600
/** The assumed width of a candidate that gives only its density. */
const USUAL_WIDTH = 800
const MAX_CANDIDATES = 50
/** In UTF-16 units. */
const MAX_LENGTH = 50_000

type Candidate = { url: string; width: number }

/** The URL of about the widest candidate of source sets; the first one if all are alike. */
export function widest(sets: (string | undefined)[]): string | undefined {
  const candidates = sets.flatMap((set) => candidatesOf(set ?? ''))
  const fitting = candidates.filter(({ width }) => width <= WIDEST).sort((a, b) => b.width - a.width)
  const [best = candidates.sort((a, b) => a.width - b.width)[0]] = fitting
  return best?.url
}

/** Whether the value of any attribute is a source set: an address, and its width or density. */
export function isSourceSet(value: string): boolean {
  return /^\s*[^\s{}"]*[./][^\s{}"]*\s+\d+(?:\.\d+)?[wx]\s*(?:,|$)/.test(value.slice(0, 2000))
}

/** Parses a source set. HTML §4.8.4.3: a URL ends at white space, and may contain commas but not end with one. */
function candidatesOf(set: string): Candidate[] {
  const pattern = /[\s,]*(\S+)/y
  const text = set.slice(0, MAX_LENGTH)
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
    if (url !== '' && !/^(?:data|about):/i.test(url)) candidates.push({ url, width: widthOf(descriptor) })
  }
  return candidates
}

function widthOf(descriptor: string): number {
  const [, number, unit] = /^(\d+(?:\.\d+)?)([wx])/.exec(descriptor) ?? []
  if (number === undefined) return USUAL_WIDTH
  return unit === 'w' ? Number(number) : Number(number) * USUAL_WIDTH
}
