/** Separators between a title and the names beside it. */
const SEPARATOR = /\s+[|\-–—·•:»«>/~¦∣‹›]+\s+|\s*[|»«¦∣]+\s*|:{1,2}\s+|\s+[-–—]|[-–—]\s+/gu

export type TitlePart = { text: string; start: number; end: number }

/** The parts of a title between its separators, with their positions. */
export function splitTitle(title: string): TitlePart[] {
  const parts: TitlePart[] = []
  let start = 0
  for (const mark of title.matchAll(SEPARATOR)) {
    if (mark.index > start) parts.push({ text: title.slice(start, mark.index), start, end: mark.index })
    start = mark.index + mark[0].length
  }
  if (start < title.length) parts.push({ text: title.slice(start), start, end: title.length })
  return parts
}

/** The words of a title in lower case, without full-width forms, accents and punctuation. */
export function foldTitle(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’ʼ]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}+#]+/gu, ' ')
    .trim()
}

/** Removes the names of the site from both ends of a title, and a slogan after the site's name. */
export function withoutSite(title: string, isSite: (part: string) => boolean): string {
  const parts = splitTitle(title)
  if (parts.length < 2) return title
  let first = 0
  let last = parts.length - 1
  const named = parts.findIndex(({ text }, index) => index > 0 && isSite(text))
  if (named > 0) last = named - 1
  if (first < last && isSite(parts[0]!.text)) first += 1
  return title.slice(parts[first]!.start, parts[last]!.end)
}
