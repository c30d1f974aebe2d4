/** Marks between a title and the names beside it. */
const SEPARATOR = /\s+[|\-–—·•:»«>/~¦∣‹›]+\s+|\s*[|»«¦∣]+\s*|:{1,2}\s+|\s+[-–—]|[-–—]\s+/gu

export type TitlePart = { text: string; start: number; end: number }

/** The parts of a title between its separators, with where they stand in it. */
export function partsOf(title: string): TitlePart[] {
  const parts: TitlePart[] = []
  let start = 0
  for (const mark of title.matchAll(SEPARATOR)) {
    if (mark.index > start) parts.push({ text: title.slice(start, mark.index), start, end: mark.index })
    start = mark.index + mark[0].length
  }
  if (start < title.length) parts.push({ text: title.slice(start), start, end: title.length })
  return parts
}

/** Words of a title without their case, accents of width and marks between. */
export function foldTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’ʼ]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()
}

/** Takes the names of the site off both ends of a title, with what it says of itself behind its name. */
export function withoutSite(title: string, isSite: (part: string) => boolean): string {
  const parts = partsOf(title)
  if (parts.length < 2) return title
  let first = 0
  let last = parts.length - 1
  const named = parts.findIndex(({ text }, index) => index > 0 && isSite(text))
  if (named > 0) last = named - 1
  if (first < last && isSite(parts[0]!.text)) first += 1
  return title.slice(parts[first]!.start, parts[last]!.end)
}
