import { html } from '../html.ts'
import { type ByType, valueBy } from '../../queue/model/field-views.ts'
import { type FieldIn, fieldsIn } from '../../queue/model/fields.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { FIELD_VALUES } from '../items/field-values.ts'
import { saverOf } from '../items/item-parts.ts'
import { relativeTime } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.fields
const SHOWN = fieldsIn('details')

/** Members that aren't rendered by their type. */
const RENDERERS: { [Name in FieldIn<'details'>]?: (item: Item, now: number) => Fragment | string } = {
  url: ({ url }) => html`<a href="${url}" rel="noopener noreferrer" dir="ltr">${url}</a>`,
  site: ({ site, siteName }) => (siteName === null ? site : html`<bdi>${siteName}</bdi> (${site})`),
  savedAt: (item, now) => messages.savedBy(relativeTime(item.savedAt, now), saverOf(item)),
}

/** The details of an item, as names and values. */
export function itemDetails(item: Item, now: number): Fragment {
  const byType: ByType<Fragment | string> = { ...FIELD_VALUES, instant: (at) => relativeTime(at, now) }
  const known = SHOWN.filter((name) => item[name] !== null)
  return html`<dl class="facts">
    ${known.map(
      (name) =>
        html`<div>
          <dt>${messages.labels[name]}</dt>
          <dd>${RENDERERS[name]?.(item, now) ?? valueBy(byType, name)(item[name])}</dd>
        </div>`,
    )}
  </dl>`
}
