import { html } from '../html.ts'
import { catalogue } from '../../queue/actions/catalogue.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import type { Change } from '../../queue/history/change.ts'
import { tagsOf } from '../../queue/history/change-part.ts'
import type { UndoneAct } from '../../queue/history/undone-acts.ts'
import { actionTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.history

const UNDO = 'undo-change'

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
export function changeDescription(change: Change, undone?: UndoneAct): Fragment {
  return messages.withTags(titleOfChange(change, undone), tagNames(change))
}

/** The same as bare text. */
export function changeDescriptionText(change: Change): string {
  return messages.withTagsText(titleOfChange(change), namedTags(change))
}

/** What an undo undid, such as `tagged “web”`; undefined where that is not kept any more, or was an undo itself. */
export function undoneDescription(change: Change, undone: UndoneAct | undefined): Fragment | undefined {
  if (!undone || undone.action === UNDO) return undefined
  const { added, removed } = tagsOf(change)
  const tags = undone.action === 'tag-item' ? removed : undone.action === 'untag-item' ? added : []
  return messages.whatWasUndone(
    messages.withTags(
      messages.inSentence(doneTitle(undone.action)),
      tags.map((tag) => html`<bdi>${tag}</bdi>`),
    ),
  )
}

function titleOfChange({ action, before }: Change, undone?: UndoneAct): string {
  if (action === UNDO && undone?.action === UNDO) return messages.redone
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
