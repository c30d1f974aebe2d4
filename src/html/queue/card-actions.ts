import { html } from 'hono/html'
import { snoozeItem } from '../../queue/actions/snooze-item.ts'
import { tagItem } from '../../queue/actions/tag-item.ts'
import { untagItem } from '../../queue/actions/untag-item.ts'
import type { ItemAction } from '../../queue/actions/action.ts'
import { itemActions } from '../../queue/actions/catalogue.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { ListName } from '../../queue/model/states.ts'
import type { Snippet } from '../../queue/search/snippet.ts'
import { DAY } from '../../ports/clock.ts'
import { actionForm, actionPath, failedSubmission } from '../actions/action-form.ts'
import { actionTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { Notice } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'

export type CardOptions = {
  person: Person
  now: number
  /** The path its forms redirect to. */
  returnTo: string
  /** The list that shows it. */
  state: ListName
  isSelected: boolean
  notice?: Notice | undefined
  /** The passage of its article that matches the search. */
  snippet?: Snippet | undefined
}

const messages = allMessages.queue.card

/** The actions with a button on the card; the others are in its menu. */
const DIRECT_ACTIONS = ['mark-read', 'mark-unread', 'restore-item', 'favourite-item', 'unfavourite-item']

/** The actions whose button is a star. */
const ICON_ACTIONS = ['favourite-item', 'unfavourite-item']

/** Keyboard shortcuts, handled by the page's script. */
const KEYS: Record<string, string> = {
  'mark-read': 'm',
  'mark-unread': 'm',
  'favourite-item': 'f',
  'unfavourite-item': 'f',
  'remove-item': '#',
  'restore-item': '#',
}

/** The actions of an item in a list: a few buttons, and a menu with the others. */
export function cardActions(item: Item, options: CardOptions): Fragment {
  const plain = itemActions.filter(
    (action) => action.offered(item) && Object.keys(action.fields).length === 0,
  )
  const [main, ...more] = plain.filter(({ name }) => DIRECT_ACTIONS.includes(name))
  const inMenu = plain.filter(({ name }) => !DIRECT_ACTIONS.includes(name))
  return html`<div class="actions">
    ${
      main &&
      html`<form id="${formId(item)}" method="post" action="${actionPath(main, item.id)}">
        ${formTokenField(options.person.formToken)} ${returnField(options.returnTo)}
        ${button(main, 'primary')}
        ${more.map((action) => button(action, '', { formaction: actionPath(action, item.id) }))}
      </form>`
    }
    ${
      item.wordCount !== null &&
      html`<a class="button plain original" href="${item.url}" rel="noopener noreferrer"
        >${messages.original}</a
      >`
    }
    ${menu(item, options, inMenu)}
  </div>`
}

function menu(item: Item, options: CardOptions, plain: ItemAction[]): Fragment {
  const formOptions = {
    formToken: options.person.formToken,
    returnTo: options.returnTo,
    notice: options.notice,
    itemId: item.id,
  }
  const isWrong = [tagItem, snoozeItem].some((action) => failedSubmission(action, formOptions))
  return html`<details class="menu" name="menu" ${attributes({ open: isWrong || undefined })}>
    <summary class="button plain">
      ${messages.more}<span class="visually-hidden">: ${titleOf(item)}</span>
    </summary>
    <div class="menu-panel">
      ${snoozeItem.offered(item) && snoozeForms(item, options, formOptions)} ${tagForms(item, formOptions)}
      <div class="menu-row">
        ${plain.map((action) => button(action, '', formTarget(action, item)))}
        <a class="button plain" href="/queue/items/${item.id}">${messages.details}</a>
      </div>
    </div>
  </details>`
}

type MenuFormOptions = { formToken: string; returnTo: string; notice: CardOptions['notice']; itemId: string }

const SNOOZES: [name: keyof typeof messages.snoozeFor, days: number][] = [
  ['day', 1],
  ['days', 3],
  ['week', 7],
]

function snoozeForms(item: Item, { now }: CardOptions, formOptions: MenuFormOptions): Fragment {
  const preset = ([name, days]: (typeof SNOOZES)[number]) =>
    html`<button
      class="button plain"
      name="until"
      value="${new Date(now + days * DAY).toISOString()}"
      ${attributes(formTarget(snoozeItem, item))}
    >
      ${messages.snoozeFor[name]}
    </button>`
  return html`<div class="menu-row" role="group" aria-label="${messages.snooze}">
    <span class="caption" aria-hidden="true">${messages.snooze}</span> ${SNOOZES.map(preset)}
    ${actionForm(snoozeItem, { ...formOptions, style: 'plain' })}
  </div>`
}

function tagForms(item: Item, formOptions: MenuFormOptions): Fragment {
  const untag = (tag: string) =>
    html`<button class="button plain" name="tag" value="${tag}" ${attributes(formTarget(untagItem, item))}>
      <span aria-hidden="true">×</span><span class="visually-hidden">${actionTitle(untagItem)}:</span>
      <bdi>${tag}</bdi>
    </button>`
  return html`${tagItem.offered(item) && actionForm(tagItem, { ...formOptions, style: 'plain', label: messages.addTag })}
  ${untagItem.offered(item) && html`<div class="menu-row">${item.tags.map(untag)}</div>`}`
}

/** A button of the card's one form, for actions that need no input. */
function button(action: ItemAction, className: string, target: Record<string, string> = {}): Fragment {
  const { name } = action
  const title = actionTitle(action)
  const hasIcon = ICON_ACTIONS.includes(name)
  const more = { ...target, title: hasIcon ? title : undefined, 'data-key': KEYS[name] }
  return html`<button class="button plain ${name} ${className}" ${attributes(more)}>
    ${hasIcon ? html`<span class="visually-hidden">${title}</span>` : title}
  </button>`
}

/** The attributes that submit the card's form to an action, for buttons outside of that form. */
function formTarget(action: ItemAction, item: Item): { form: string; formaction: string } {
  return { form: formId(item), formaction: actionPath(action, item.id) }
}

function formId(item: Item): string {
  return `actions-${item.id}`
}
