import { html } from 'hono/html'
import { catalogue } from '../../queue/actions/catalogue.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Change } from '../../queue/history/change.ts'
import { tagsOf } from '../../queue/history/part.ts'
import { actionTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.history

/** What an action is called where it has been done. */
export function doneTitle(name: string): string {
  const action = catalogue.find((action) => action.name === name)
  return messages.did[name] ?? (action ? actionTitle(action) : name)
}

/** What a line did, such as `Tagged “web”`. */
export function changeDescription(change: Change): Fragment {
  const tags = namedTags(change).map((tag) => html` “<bdi>${tag}</bdi>”`)
  return html`${titleOfChange(change)}${tags}`
}

/** The same as bare text. */
export function changeDescriptionText(change: Change): string {
  return [titleOfChange(change), ...namedTags(change).map((tag) => `“${tag}”`)].join(' ')
}

function titleOfChange({ action, before }: Change): string {
  const isKnown = before !== null && (action === 'save-link' || action === 'save-links')
  return isKnown ? messages.savedAgain : doneTitle(action)
}

function namedTags(change: Change): string[] {
  const { added, removed } = tagsOf(change)
  return change.action === 'tag-item' ? added : change.action === 'untag-item' ? removed : []
}

/** What to call the item of a line, also where it is gone. */
export function titleOfChangedItem({ before, after }: Change, item: Item | undefined): string {
  if (item) return titleOf(item)
  const whole = before === null ? after : after === null ? before : null
  const { url, givenTitle = null, pageTitle = null } = whole ?? {}
  return url === undefined ? messages.goneItem : titleOf({ url, givenTitle, pageTitle })
}
