import { html } from 'hono/html'
import { catalogue } from '../../queue/catalogue.ts'
import { type Item, titleOf } from '../../queue/item.ts'
import type { Entry } from '../../queue/ledger/entry.ts'
import { tagsOf } from '../../queue/ledger/touch.ts'
import { actionTitle } from '../action-title.ts'
import type { Fragment } from '../fragment.ts'
import { allWords } from '../words/words.ts'

const words = allWords.history

/** What an action is called where it has been done. */
export function doneTitle(name: string): string {
  const action = catalogue.find((action) => action.name === name)
  return words.did[name] ?? (action ? actionTitle(action) : name)
}

/** What a line did, such as `Tagged “web”`. */
export function didWords(entry: Entry): Fragment {
  const tags = namedTags(entry).map((tag) => html` “<bdi>${tag}</bdi>”`)
  return html`${titleOfLine(entry)}${tags}`
}

/** The same as bare text. */
export function didText(entry: Entry): string {
  return [titleOfLine(entry), ...namedTags(entry).map((tag) => `“${tag}”`)].join(' ')
}

function titleOfLine({ action, before }: Entry): string {
  const isKnown = before !== null && (action === 'save-link' || action === 'save-links')
  return isKnown ? words.savedAgain : doneTitle(action)
}

function namedTags(entry: Entry): string[] {
  const { added, taken } = tagsOf(entry)
  return entry.action === 'tag-item' ? added : entry.action === 'untag-item' ? taken : []
}

/** What to call the item of a line, also where it is gone. */
export function titleOfLineItem({ before, after }: Entry, item: Item | undefined): string {
  if (item) return titleOf(item)
  const whole = before === null ? after : after === null ? before : null
  const { url, givenTitle = null, pageTitle = null } = whole ?? {}
  return url === undefined ? words.goneItem : titleOf({ url, givenTitle, pageTitle })
}
