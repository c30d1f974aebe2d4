import { html } from '../html.ts'
import { type ByType, type FieldIn, fieldsIn, valueBy } from '../../queue/model/fields.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'
import { FIELD_VALUES } from '../items/field-values.ts'
import { saverOf } from '../items/item-parts.ts'
import { instant } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.fields
const SHOWN = fieldsIn('facts')

/** What is shown otherwise than by its type. */
const OTHERWISE: { [Name in FieldIn<'facts'>]?: (item: Item, now: number) => Fragment | string } = {
  url: ({ url }) => html`<a href="${url}" rel="noopener noreferrer" dir="ltr">${url}</a>`,
  site: ({ site, siteName }) => (siteName === null ? site : html`<bdi>${siteName}</bdi> (${site})`),
  savedAt: (item, now) => messages.savedBy(instant(item.savedAt, now), saverOf(item)),
}

/** The details of an item, as names and values. */
export function itemDetails(item: Item, now: number): Fragment {
  const byType: ByType<Fragment | string> = { ...FIELD_VALUES, instant: (at) => instant(at, now) }
  const known = SHOWN.filter((name) => item[name] !== null)
  return html`<dl class="facts">
    ${known.map(
      (name) =>
        html`<div>
          <dt>${messages.labels[name]}</dt>
          <dd>${OTHERWISE[name]?.(item, now) ?? valueBy(byType, name)(item[name])}</dd>
        </div>`,
    )}
  </dl>`
}
