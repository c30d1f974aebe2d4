import { html } from '../html.ts'
import { MARK_ID_PREFIX } from '../../articles/insert-marks.ts'
import type { Change } from '../../queue/history/change.ts'
import type { Item } from '../../queue/model/item.ts'
import { truncate } from '../../text/truncate.ts'
import type { Fragment } from '../fragment.ts'
import { languageOf } from '../items/item-parts.ts'
import { itemPath } from '../items/item-path.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'

/** An import may add a thousand highlights at once. */
const MAX_QUOTES = 3
/** UTF-16 units shown of a quote or a note; the article shows them whole. */
const MAX_SHOWN = 200

/** The passages that a change highlighted or is about, each with its note. */
export function changeQuotes({ before, after }: Change, item: Item | undefined): Fragment | undefined {
  const ids = Object.keys(after?.highlights ?? {})
  if (ids.length === 0) return undefined
  const rest = ids.length - MAX_QUOTES
  return html`${ids.slice(0, MAX_QUOTES).map((id) => {
    const current = after?.highlights?.[id]
    const { exact = '', colour, note } = current ?? before?.highlights?.[id] ?? {}
    const quote = truncate(exact, MAX_SHOWN)
    const isLinkable = current && item?.removedAt === null
    return html`<blockquote${attributes({ class: 'quoted', 'data-colour': colour, dir: 'auto' })} ${item && languageOf(item)}>
        ${isLinkable ? html`<a href="${itemPath(item.id)}#${MARK_ID_PREFIX}${id}">${quote}</a>` : quote}
      </blockquote>
      ${note && html`<p class="quoted-note" dir="auto">${truncate(note, MAX_SHOWN)}</p>`}`
  })}
  ${rest > 0 && html`<p class="hint">${allMessages.history.notShown(allMessages.formats.count(rest))}</p>`}`
}
