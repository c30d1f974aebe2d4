import { html } from '../html.ts'
import { MARK_ID_PREFIX } from '../../articles/insert-marks.ts'
import { HOUR } from '../../ports/clock.ts'
import type { Highlight } from '../../queue/highlights/highlight.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { itemPath } from '../items/item-path.ts'
import { day } from '../parts/instant.ts'
import { highlightActs } from './highlight-acts.ts'
import { colourName, highlightByline } from './highlight-parts.ts'

/** Highlights in their order, those of one item that follow each other below its title. */
export function highlightCards(highlights: Highlight[], items: Map<string, Item>, now: number): Fragment {
  const groups: { item: Item; highlights: Highlight[] }[] = []
  for (const highlight of highlights) {
    const item = items.get(highlight.itemId)
    const last = groups.at(-1)
    if (item && last?.item === item) last.highlights.push(highlight)
    else if (item) groups.push({ item, highlights: [highlight] })
  }
  return html`<div class="highlight-groups">
    ${groups.map(({ item, highlights }) => group(item, highlights, now))}
  </div>`
}

function group(item: Item, highlights: Highlight[], now: number): Fragment {
  const { id, siteName, site, author, savedAt } = item
  return html`<section>
    <h2 dir="auto" ${languageOf(item)}><a href="${itemPath(id)}">${titleOf(item)}</a></h2>
    <p class="hint">
      <bdi>${siteName ?? site}</bdi> ${author !== null && html`· <bdi>${author}</bdi>`} · ${day(savedAt)}
    </p>
    <ul class="highlight-list">
      ${highlights.map((highlight, index) =>
        card(
          item,
          highlight,
          isSameSource(highlight, highlights[index + 1])
            ? colourName(highlight.colour)
            : highlightByline(highlight, now),
        ),
      )}
    </ul>
  </section>`
}

/** Whether the person made both within an hour, so that one byline below them is enough. */
function isSameSource({ createdBy, createdAt }: Highlight, next: Highlight | undefined): boolean {
  if (!next || Math.abs(next.createdAt - createdAt) > HOUR) return false
  return createdBy.kind === 'person' && next.createdBy.kind === 'person'
}

function card(item: Item, highlight: Highlight, byline: Fragment): Fragment {
  const { id, exact, note, colour, anchoredAt } = highlight
  const target = anchoredAt === null ? `note-${id}` : MARK_ID_PREFIX + id
  return html`<li data-colour="${colour}">
    <blockquote id="quote-${id}" dir="auto" ${languageOf(item)}>
      <a href="${itemPath(item.id)}#${target}">${exact}</a>
    </blockquote>
    ${note !== null && html`<p class="highlight-note" dir="auto">${note}</p>`} ${byline}
    ${highlightActs(highlight)}
  </li>`
}
