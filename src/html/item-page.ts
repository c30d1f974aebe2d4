import { html, raw } from 'hono/html'
import type { ItemAction } from '../queue/action.ts'
import { tagItem } from '../queue/actions/tag-item.ts'
import { untagItem } from '../queue/actions/untag-item.ts'
import { type Item, stateOf, titleOf } from '../queue/item.ts'
import { DEFAULT_PAGE } from '../queue/page.ts'
import { actionForm } from './action-form.ts'
import type { Fragment } from './fragment.ts'
import { askingActions, plainActions } from './item-actions.ts'
import { excerptOf, languageOf, noteOf, pageStatusOf, reasonOf, saverOf } from './item-facts.ts'
import { tagList } from './item-tags.ts'
import { layout, type Person } from './layout.ts'
import { instant } from './parts/instant.ts'
import { type Notice, noticeWithUndo } from './parts/notice.ts'
import { LISTS, queueAddress } from './queue-address.ts'

export type ItemView = {
  person: Person
  now: number
  item: Item
  /** The article, made safe. */
  article?: string | undefined
  notice?: Notice | undefined
}

/** All that is known of an item, and all that can be done to it. */
export function itemPage({ person, now, item, article, notice }: ItemView): Fragment {
  const state = stateOf(item)
  const title = titleOf(item)
  const returnTo = `/queue/items/${item.id}`
  const use = { formToken: person.formToken, returnTo }
  // Tags are added and taken away where they stand.
  const asking = askingActions(item).filter((action) => action !== tagItem && action !== untagItem)
  return layout(
    { title, person, current: 'queue' },
    html`${noticeWithUndo(notice, person, returnTo)}
      <article class="whole">
        <p class="back">
          <a href="${queueAddress({ filter: { state }, limit: DEFAULT_PAGE })}">← ${LISTS[state]}</a>
        </p>
        <h1 dir="auto" ${languageOf(item)}>${title}</h1>
        ${excerptOf(item)}
        <p class="go-on">
          <a class="button main" href="${item.url}" rel="noopener noreferrer">Open the page</a>
        </p>
        ${reasonOf(item)} ${noteOf(item)} ${pageStatusOf(item)} ${tagList(item, { ...use, state })}
        ${tagItem.offered(item) && actionForm(tagItem, { ...use, itemId: item.id, notice, look: 'quiet' })}
        <div class="actions">${plainActions(item, { ...use, look: 'quiet' })}</div>
        ${article !== undefined && html`<div class="article" dir="auto" ${languageOf(item)}>${raw(article)}</div>`}
        ${facts(item, now)} ${asking.map((action) => askingSection(action, item, { ...use, notice }))}
      </article>`,
  )
}

function askingSection(
  action: ItemAction,
  item: Item,
  use: { formToken: string; returnTo: string; notice: Notice | undefined },
): Fragment {
  const headingId = `heading-${action.name}`
  return html`<section class="asking" aria-labelledby="${headingId}">
    <h2 id="${headingId}">${action.title}</h2>
    ${actionForm(action, { ...use, itemId: item.id, values: action.defaults(item), label: 'Save' })}
  </section>`
}

function facts(item: Item, now: number): Fragment {
  const rows: [name: string, value: Fragment | string | undefined][] = [
    ['Address', html`<a href="${item.url}" rel="noopener noreferrer" dir="ltr">${item.url}</a>`],
    [
      'Site',
      item.siteName === null ? item.site : html`<span dir="auto">${item.siteName}</span> (${item.site})`,
    ],
    ['Saved', html`${instant(item.savedAt, now)} by ${saverOf(item)}`],
    ['Read', orNothing(item.readAt, now)],
    ['Favourite', orNothing(item.favouritedAt, now)],
    ['Removed', orNothing(item.removedAt, now)],
    ['Last changed', instant(item.updatedAt, now)],
  ]
  return html`<dl class="facts">
    ${rows
      .filter(([, value]) => value !== undefined)
      .map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
  </dl>`
}

function orNothing(at: number | null, now: number): Fragment | undefined {
  return at === null ? undefined : instant(at, now)
}
