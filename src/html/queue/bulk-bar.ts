import { html } from 'hono/html'
import type { ItemAction } from '../../queue/actions/action.ts'
import { changeItems, itemActions } from '../../queue/actions/catalogue.ts'
import type { Item } from '../../queue/model/item.ts'
import { actionField } from '../actions/action-field.ts'
import { wrongTry } from '../actions/action-form.ts'
import { actionTitle, fieldTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField, returnField } from '../parts/form-token.ts'
import type { Notice } from '../parts/notice.ts'
import { allWords } from '../words/words.ts'

/** The form that the boxes of all cards belong to. */
export const BULK_FORM = 'bulk'
/** The word that names each box together with its item's title. */
export const SELECT_WORD = 'select-word'

const words = allWords.queue.bulk

/** What is at hand, the main one last; all else lies behind the first button. */
const AT_HAND = ['remove-item', 'restore-item', 'mark-unread', 'mark-read']

type BarUse = { person: Person; items: Item[]; path: string; notice: Notice | undefined }

/** What can be done to the selected items: whatever at least one on the page allows. Unseen until there are some. */
export function bulkBar({ person, items, path, notice }: BarUse): Fragment {
  const { choices } = changeItems.fields['action']!
  const actions = itemActions.filter(
    (action) => choices?.includes(action.name) && items.some((item) => action.offered(item)),
  )
  const atHand = AT_HAND.flatMap((name) => actions.find((action) => action.name === name) ?? [])
  const wrong = wrongTry(changeItems, { notice, itemId: undefined })
  const all = `${path}${path.includes('?') ? '&' : '?'}select=all`
  return html`<form class="bulk" id="${BULK_FORM}" method="post" action="/queue/${changeItems.name}">
    ${formTokenField(person.formToken)} ${returnField(path)}
    <div class="bulk-bar" role="group" aria-label="${words.label}">
      <p class="chosen">${words.selected}</p>
      <a class="button plain" href="${all}" data-select="all">${words.all}</a>
      <a class="button plain" href="${path}" data-select="none">${words.none}</a>
      <details class="menu" name="menu" ${attributes({ open: wrong && true })}>
        <summary class="button plain">${words.more}</summary>
        <div class="menu-panel">${asking(actions, wrong)} ${others(actions)}</div>
      </details>
      ${atHand.map((action, index) => button(action, index === atHand.length - 1 ? 'main' : 'quiet'))}
    </div>
    <span hidden id="${SELECT_WORD}">${words.select}</span>
  </form>`
}

/** First in the form, since Enter presses a form's first button: in the field for a tag it is to tag. */
function asking(actions: ItemAction[], wrong: Notice | undefined): Fragment[] {
  return ['tag', 'until'].flatMap((name) => {
    const users = actions.filter((action) => name in action.fields)
    if (users.length === 0) return []
    const value = wrong?.kept?.[name] ?? ''
    const label = fieldTitle(changeItems, name)
    const place = { id: `bulk-${name}`, name, label, value, isWrong: wrong?.field === name }
    return html`<div class="menu-row">
      ${actionField(changeItems.fields[name]!, place)} ${users.map((action) => button(action, 'plain'))}
    </div>`
  })
}

function others(actions: ItemAction[]): Fragment {
  const rest = actions.filter(
    ({ name, fields }) => !AT_HAND.includes(name) && Object.keys(fields).length === 0,
  )
  return html`<div class="menu-row">${rest.map((action) => button(action, 'plain'))}</div>`
}

function button(action: ItemAction, look: string): Fragment {
  return html`<button class="button ${look}" name="action" value="${action.name}">
    ${words.buttons[action.name] ?? actionTitle(action)}
  </button>`
}
