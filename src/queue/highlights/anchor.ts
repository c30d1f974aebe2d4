import { type Clock, sleep, SECOND } from '../../ports/clock.ts'
import { createQuoteFinder, type QuoteFinder } from '../../text/quote/find-quote.ts'
import { contextAt, type Highlight, isQuoteAt, quoteOf } from './highlight.ts'

/** Milliseconds that the highlights of one item may take; those left over are looked for with the next article. */
const MAX_TIME = 20 * SECOND

/** Where a highlight is, and what stands around it there; null while it is not found. */
export type Anchor = Pick<Highlight, 'start' | 'end' | 'prefix' | 'suffix' | 'anchoredAt'>

/**
 * Where each of these highlights is in a text, by its id, and null for those whose anchor stays as it is. Gives way to
 * requests in between.
 */
export async function anchorAll(
  text: string,
  highlights: Highlight[],
  clock: Clock,
): Promise<Map<string, Anchor>> {
  const anchors = new Map<string, Anchor>()
  const until = clock.now() + MAX_TIME
  const finder = createQuoteFinder(text)
  for (const highlight of highlights) {
    if (isInPlace(text, highlight)) {
      if (highlight.anchoredAt === null) anchors.set(highlight.id, { ...highlight, anchoredAt: clock.now() })
      continue
    }
    const startedAt = clock.now()
    const anchor = startedAt < until ? await anchorIn({ text, finder }, highlight, startedAt) : undefined
    if (anchor) anchors.set(highlight.id, anchor)
    else if (highlight.anchoredAt !== null) anchors.set(highlight.id, { ...highlight, anchoredAt: null })
    await sleep(clock.now() - startedAt)
  }
  return anchors
}

/** Whether a highlight is where it was found last: its text and what stands around it. */
function isInPlace(text: string, { exact, prefix, suffix, start, end }: Highlight): boolean {
  if (start === null || end === null) return false
  return (
    isQuoteAt(text, exact, { start, end }) &&
    text.endsWith(prefix, start) &&
    start >= prefix.length &&
    text.startsWith(suffix, end)
  )
}

async function anchorIn(
  { text, finder }: { text: string; finder: QuoteFinder },
  highlight: Highlight,
  now: number,
): Promise<Anchor | undefined> {
  // What was never found before is as somebody quotes it now.
  const match = await finder.find(quoteOf(highlight), highlight.start === null ? 'anchor' : 'reanchor')
  if (match.kind !== 'found') return undefined
  const { start, end } = match
  return { start, end, ...contextAt(text, match), anchoredAt: now }
}
