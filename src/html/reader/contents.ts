import { html } from 'hono/html'
import type { Heading } from '../../articles/headings.ts'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'

/** Fewer headings than this are found by looking. */
const MIN_HEADINGS = 4
/** More than this are no overview. */
const MAX_LISTED = 60

const words = allWords.reader

/** The contents of a long article, folded above it; undefined where it is none. */
export function foldedContents(headings: Heading[]): Fragment | undefined {
  const listed = listedOf(headings)
  if (listed.length === 0) return undefined
  return html`<details class="contents folded">
    <summary>${words.contents}</summary>
    <nav aria-label="${words.contents}">${list(listed)}</nav>
  </details>`
}

/** The same, open beside it. */
export function besideContents(headings: Heading[]): Fragment | undefined {
  const listed = listedOf(headings)
  if (listed.length === 0) return undefined
  return html`<nav class="contents beside" aria-labelledby="contents">
    <h2 id="contents">${words.contents}</h2>
    ${list(listed)}
  </nav>`
}

function list(headings: Heading[]): Fragment {
  return html`<ol>
    ${headings.map(
      ({ id, level, text }) =>
        html`<li data-level="${level}"><a href="#${encodeURIComponent(id)}" dir="auto">${text}</a></li>`,
    )}
  </ol>`
}

/** The headings of the two highest levels, or of the highest alone where they are many; levels count from 1. */
function listedOf(headings: Heading[]): Heading[] {
  if (headings.length < MIN_HEADINGS) return []
  const top = headings.reduce((top, { level }) => Math.min(top, level), 6)
  const within = (depth: number) =>
    headings
      .map((heading) => ({ ...heading, level: heading.level - top + 1 }))
      .filter(({ level }) => level <= depth)
  const both = within(2)
  return (both.length <= MAX_LISTED ? both : within(1)).slice(0, MAX_LISTED)
}
