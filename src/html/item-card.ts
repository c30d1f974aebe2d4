import { html } from 'hono/html'
import { tagItem } from '../queue/actions/tag-item.ts'
import { type Item, titleOf } from '../queue/item.ts'
import type { State } from '../queue/page.ts'
import { actionForm, wrongTry } from './action-form.ts'
import type { Fragment } from './fragment.ts'
import { plainActions } from './item-actions.ts'
import { excerptOf, languageOf, noteOf, originOf, pageStatusOf, reasonOf } from './item-facts.ts'
import { tagList } from './item-tags.ts'
import type { Person } from './layout.ts'
import { attributes } from './parts/attributes.ts'
import type { Notice } from './parts/notice.ts'

export type CardUse = {
  person: Person
  now: number
  /** Where its forms come back to. */
  returnTo: string
  /** The list that it stands in. */
  state: State
  notice?: Notice | undefined
}

/** An item in a list. */
export function itemCard(item: Item, use: CardUse): Fragment {
  const titleId = `title-${item.id}`
  return html`<li id="item-${item.id}">
    <article class="card" aria-labelledby="${titleId}">
      <h2 id="${titleId}" dir="auto" ${languageOf(item)}>
        <a href="${item.url}" rel="noopener noreferrer">${titleOf(item)}</a>
      </h2>
      ${originOf(item, use.now)} ${reasonOf(item)} ${excerptOf(item)} ${noteOf(item)} ${pageStatusOf(item)}
      ${tagList(item, { ...use, formToken: use.person.formToken })}
      <div class="actions">
        ${plainActions(item, { formToken: use.person.formToken, returnTo: use.returnTo })}
        <a
          class="button plain details"
          href="/queue/items/${item.id}"
          aria-label="Details of ${titleOf(item)}"
          >Details</a
        >
        ${tagging(item, use)}
      </div>
    </article>
  </li>`
}

function tagging(item: Item, { person, returnTo, notice }: CardUse): Fragment | undefined {
  if (!tagItem.offered(item)) return undefined
  const use = { formToken: person.formToken, returnTo, notice, itemId: item.id }
  return html`<details class="tagging" ${attributes({ open: wrongTry(tagItem, use) && true })}>
    <summary class="button plain">${tagItem.title}</summary>
    ${actionForm(tagItem, { ...use, label: 'Add' })}
  </details>`
}
