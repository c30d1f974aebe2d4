import { html } from '../html.ts'
import type { Highlight } from '../../queue/highlights/highlight.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import type { Person } from '../parts/person.ts'
import { preloadedTypeface } from '../parts/preloaded-typeface.ts'
import { layout } from '../shell/layout.ts'
import { emptyState } from './empty-state.ts'
import { highlightCards } from './highlight-cards.ts'
import { HIGHLIGHTS_PATH, REVIEW_PATH } from './highlights-path.ts'

const messages = allMessages.highlights

export type ReviewView = {
  person: Person
  now: number
  highlights: Highlight[]
  items: Map<string, Item>
  /** How many are shown when one asks for more; undefined where there are no more. */
  more: number | undefined
}

/** Some highlights to read again, as many as the person likes. */
export function reviewPage({ person, now, highlights, items, more }: ReviewView): Fragment {
  const { review } = messages
  const last = highlights.at(-1)
  return layout(
    {
      title: review.title,
      person,
      current: 'highlights',
      head: preloadedTypeface(),
    },
    html`<div class="highlights-page">
      <h1>${review.title}</h1>
      ${
        last === undefined
          ? emptyState()
          : html`<p class="lead">${review.lead}</p>
              ${highlightCards(highlights, items, now)}
              <p class="button-row" id="more-highlights">
                ${
                  more === undefined
                    ? html`<span class="hint">${review.done}</span>`
                    : html`<a class="button main" href="${REVIEW_PATH}?count=${more}#more-highlights"
                        >${review.more}</a
                      >`
                }
                <a class="button quiet" href="${HIGHLIGHTS_PATH}">${review.all}</a>
              </p>`
      }
    </div>`,
  )
}
