import { html } from '../html.ts'
import type { Heading } from '../../articles/headings.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

/** With fewer headings an article has no contents list. */
const MIN_HEADINGS = 3
const MAX_LISTED = 60

const messages = allMessages.reader

/** The contents of a long article, collapsed above it; undefined for a short one. */
export function collapsedContents(headings: Heading[]): Fragment | undefined {
  const listed = listedOf(headings)
  if (listed.length === 0) return undefined
  return html`<details class="contents collapsed">
    <summary>${messages.contents}</summary>
    <nav aria-label="${messages.contents}">${list(listed)}</nav>
  </details>`
}

/** The same, in a sidebar. */
export function sidebarContents(headings: Heading[]): Fragment | undefined {
  const listed = listedOf(headings)
  if (listed.length === 0) return undefined
  return html`<nav class="contents sidebar" aria-labelledby="contents">
    <h2 id="contents">${messages.contents}</h2>
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

/** The headings of the two top levels, or of the top one alone if they are many; levels count from 1. */
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
