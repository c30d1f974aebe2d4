import { html } from '../html.ts'
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
  return messages.actionsDone[name] ?? (action ? actionTitle(action) : name)
}

/** What a change would do that an agent suggests, such as `Tag “web”`. */
export function suggestedDescription(change: Change): Fragment {
  const action = catalogue.find(({ name }) => name === change.action)
  return messages.withTags(action ? actionTitle(action) : doneTitle(change.action), tagNames(change))
}

/** What a line did, such as `Tagged “web”`. */
export function changeDescription(change: Change): Fragment {
  return messages.withTags(titleOfChange(change), tagNames(change))
}

/** The same as bare text. */
export function changeDescriptionText(change: Change): string {
  return messages.withTagsText(titleOfChange(change), namedTags(change))
}

function titleOfChange({ action, before }: Change): string {
  const isKnown = before !== null && (action === 'save-link' || action === 'save-links')
  return isKnown ? messages.savedAgain : doneTitle(action)
}

function tagNames(change: Change): Fragment[] {
  return namedTags(change).map((tag) => html`<bdi>${tag}</bdi>`)
}

function namedTags(change: Change): string[] {
  const { added, removed } = tagsOf(change)
  return change.action === 'tag-item' ? added : change.action === 'untag-item' ? removed : []
}

/** What to call the item or saved search of a line, also where it is gone. */
export function titleOfChangedItem({ before, after, search }: Change, item: Item | undefined): string {
  if (search) return (search.after ?? search.before)?.name ?? ''
  if (item) return titleOf(item)
  const whole = before === null ? after : after === null ? before : null
  const { url, givenTitle = null, pageTitle = null } = whole ?? {}
  return url === undefined ? messages.goneItem : titleOf({ url, givenTitle, pageTitle })
}
