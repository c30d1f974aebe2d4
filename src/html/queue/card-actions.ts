import { html } from 'hono/html'
import { snoozeItem } from '../../queue/actions/snooze-item.ts'
import { tagItem } from '../../queue/actions/tag-item.ts'
import { untagItem } from '../../queue/actions/untag-item.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { itemActions } from '../../queue/actions/catalogue.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { State } from '../../queue/model/states.ts'
import type { Snippet } from '../../queue/search/snippet.ts'
import { DAY } from '../../ports/clock.ts'
import { actionForm, wrongTry } from '../actions/action-form.ts'
import { actionTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { Notice } from '../parts/notice.ts'
import { allWords } from '../words/words.ts'

export type CardUse = {
  person: Person
  now: number
  /** Where its forms come back to. */
  returnTo: string
  /** The list that it stands in. */
  state: State
  isSelected: boolean
  notice?: Notice | undefined
  /** Where its article holds what was searched for. */
  snippet?: Snippet | undefined
}

const words = allWords.queue.card

/** What is at hand; all else lies in the menu. */
const AT_HAND = ['mark-read', 'mark-unread', 'restore-item', 'favourite-item', 'unfavourite-item']

/** Whose button is a star. */
const RENDERED = ['favourite-item', 'unfavourite-item']

/** The key of the page's script for each. */
const KEYS: Record<string, string> = {
  'mark-read': 'm',
  'mark-unread': 'm',
  'favourite-item': 'f',
  'unfavourite-item': 'f',
  'remove-item': '#',
  'restore-item': '#',
}

/** The actions of an item in a list: few buttons, and a menu with everything else that is offered. */
export function cardActions(item: Item, use: CardUse): Fragment {
  const plain = itemActions.filter(
    (action) => action.offered(item) && Object.keys(action.fields).length === 0,
  )
  const [main, ...more] = plain.filter(({ name }) => AT_HAND.includes(name))
  const inMenu = plain.filter(({ name }) => !AT_HAND.includes(name))
  return html`<div class="actions">
    ${
      main &&
      html`<form id="${formId(item)}" method="post" action="${addressOf(main, item)}">
        ${formTokenField(use.person.formToken)} ${returnField(use.returnTo)} ${button(main, 'primary')}
        ${more.map((action) => button(action, '', { formaction: addressOf(action, item) }))}
      </form>`
    }
    ${
      item.wordCount !== null &&
      html`<a class="button plain original" href="${item.url}" rel="noopener noreferrer"
        >${words.original}</a
      >`
    }
    ${menu(item, use, inMenu)}
  </div>`
}

function menu(item: Item, use: CardUse, plain: ItemAction[]): Fragment {
  const at = { formToken: use.person.formToken, returnTo: use.returnTo, notice: use.notice, itemId: item.id }
  const isWrong = [tagItem, snoozeItem].some((action) => wrongTry(action, at))
  return html`<details class="menu" name="menu" ${attributes({ open: isWrong || undefined })}>
    <summary class="button plain">${words.more}<span class="unseen">: ${titleOf(item)}</span></summary>
    <div class="menu-panel">
      ${snoozeItem.offered(item) && snoozing(item, use, at)} ${tagging(item, at)}
      <div class="menu-row">
        ${plain.map((action) => button(action, '', elsewhere(action, item)))}
        <a class="button plain" href="/queue/items/${item.id}">${words.details}</a>
      </div>
    </div>
  </details>`
}

type FormAt = { formToken: string; returnTo: string; notice: CardUse['notice']; itemId: string }

const SNOOZES: [name: keyof typeof words.snoozeFor, days: number][] = [
  ['day', 1],
  ['days', 3],
  ['week', 7],
]

function snoozing(item: Item, { now }: CardUse, at: FormAt): Fragment {
  const preset = ([name, days]: (typeof SNOOZES)[number]) =>
    html`<button
      class="button plain"
      name="until"
      value="${new Date(now + days * DAY).toISOString()}"
      ${attributes(elsewhere(snoozeItem, item))}
    >
      ${words.snoozeFor[name]}
    </button>`
  return html`<div class="menu-row" role="group" aria-label="${words.snooze}">
    <span class="what" aria-hidden="true">${words.snooze}</span> ${SNOOZES.map(preset)}
    ${actionForm(snoozeItem, { ...at, look: 'plain' })}
  </div>`
}

function tagging(item: Item, at: FormAt): Fragment {
  const untag = (tag: string) =>
    html`<button class="button plain" name="tag" value="${tag}" ${attributes(elsewhere(untagItem, item))}>
      <span aria-hidden="true">×</span><span class="unseen">${actionTitle(untagItem)}:</span>
      <bdi>${tag}</bdi>
    </button>`
  return html`${tagItem.offered(item) && actionForm(tagItem, { ...at, look: 'plain', label: words.addTag })}
  ${untagItem.offered(item) && html`<div class="menu-row">${item.tags.map(untag)}</div>`}`
}

/** A button of the card's one form of actions that need no input. */
function button(action: ItemAction, rank: string, target: Record<string, string> = {}): Fragment {
  const { name } = action
  const title = actionTitle(action)
  const isRendered = RENDERED.includes(name)
  const more = { ...target, title: isRendered ? title : undefined, 'data-key': KEYS[name] }
  return html`<button class="button plain ${name} ${rank}" ${attributes(more)}>
    ${isRendered ? html`<span class="unseen">${title}</span>` : title}
  </button>`
}

/** What sends a button that stands outside of the form to its action. */
function elsewhere(action: ItemAction, item: Item): { form: string; formaction: string } {
  return { form: formId(item), formaction: addressOf(action, item) }
}

function formId(item: Item): string {
  return `acts-${item.id}`
}

function addressOf(action: ItemAction, item: Item): string {
  return `/queue/items/${item.id}/${action.name}`
}
