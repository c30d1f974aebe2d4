import { html } from 'hono/html'
import type { ItemAction } from '../../queue/actions/action.ts'
import { editItem } from '../../queue/actions/edit-item.ts'
import { setProgress } from '../../queue/actions/set-progress.ts'
import { snoozeItem } from '../../queue/actions/snooze-item.ts'
import { tagItem } from '../../queue/actions/tag-item.ts'
import { unsnoozeItem } from '../../queue/actions/unsnooze-item.ts'
import { untagItem } from '../../queue/actions/untag-item.ts'
import { DAY } from '../../ports/clock.ts'
import { actionForm, type FormUse, wrongTry } from '../actions/action-form.ts'
import { actionTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import { askingActions, plainActions } from '../actions/item-actions.ts'
import { tagList } from '../items/item-tags.ts'
import { agentName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { day } from '../parts/instant.ts'
import { allWords } from '../words/words.ts'
import { facts } from './article-facts.ts'
import type { ReadingView } from './reading-view.ts'
import { toolActions } from './toolbar.ts'

const words = allWords.reader

/** What has a part of its own here; any other action stands among the last. */
const PLACED: ItemAction[] = [
  ...toolActions,
  snoozeItem,
  unsnoozeItem,
  tagItem,
  untagItem,
  editItem,
  setProgress,
]

/** Everything else that can be done to an item and is known of it. */
export function rest(view: ReadingView): Fragment {
  return html`<div class="rest" id="more">
    ${snoozing(view)} ${tagging(view)} ${editing(view)} ${others(view)}
  </div>`
}

function part(id: string, title: Fragment | string, content: Fragment): Fragment {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${content}
  </section>`
}

function formUse({ person, path, item, notice }: ReadingView) {
  return { formToken: person.formToken, returnTo: path, itemId: item.id, notice } satisfies FormUse
}

function snoozing(view: ReadingView): Fragment | undefined {
  const { item, now } = view
  if (!snoozeItem.offered(item)) return undefined
  const use = formUse(view)
  const spans = [
    { label: words.snoozeFor.day, days: 1 },
    { label: words.snoozeFor.days, days: 3 },
    { label: words.snoozeFor.week, days: 7 },
  ]
  return part(
    'snooze',
    words.snoozeTitle,
    html`${item.snoozedUntil !== null && html`<p>${words.snoozedUntil}: ${day(item.snoozedUntil)}</p>`}
      <div class="row">
        ${unsnoozeItem.offered(item) && actionForm(unsnoozeItem, { ...use, look: 'quiet' })}
        ${spans.map(({ label, days }) =>
          actionForm(snoozeItem, { ...use, label, look: 'quiet', fixed: { until: inDays(now, days) } }),
        )}
        ${actionForm(snoozeItem, { ...use, look: 'quiet' })}
      </div>`,
  )
}

function inDays(now: number, days: number): string {
  return new Date(now + days * DAY).toISOString()
}

function tagging(view: ReadingView): Fragment | undefined {
  const { item, state, person, path } = view
  if (!tagItem.offered(item) && item.tags.length === 0) return undefined
  return part(
    'tags',
    words.tagsTitle,
    html`${tagList(item, { state, formToken: person.formToken, returnTo: path })}
    ${tagItem.offered(item) && actionForm(tagItem, { ...formUse(view), look: 'quiet', label: words.add })}`,
  )
}

function editing(view: ReadingView): Fragment | undefined {
  const { note, noteBy } = view.item
  const canEdit = editItem.offered(view.item)
  if (note === null && !canEdit) return undefined
  return part(
    'note',
    note !== null && noteBy ? words.noteBy(agentName(noteBy.name)) : words.noteTitle,
    html`${note !== null && html`<div class="note"><p dir="auto">${note}</p></div>`}
    ${canEdit && folded(words.edit, editItem, view)}`,
  )
}

/** A form behind its name, open where it was wrong. */
function folded(title: string, action: ItemAction, view: ReadingView): Fragment {
  const use = { ...formUse(view), values: action.defaults(view.item), label: words.save }
  return html`<details ${attributes({ open: wrongTry(action, use) && true })}>
    <summary>${title}</summary>
    ${actionForm(action, use)}
  </details>`
}

function others(view: ReadingView): Fragment {
  const { item, now } = view
  const isLeft = (action: ItemAction) => !PLACED.includes(action)
  return part(
    'others',
    words.moreTitle,
    html`<div class="row">${plainActions(item, { ...formUse(view), look: 'quiet' }, isLeft)}</div>
      ${setProgress.offered(item) && folded(words.place, setProgress, view)}
      ${askingActions(item)
        .filter(isLeft)
        .map((action) => folded(actionTitle(action), action, view))}
      <details>
        <summary>${words.facts}</summary>
        ${facts(item, now)}
      </details>
      <p><a href="/history?item=${item.id}">${allWords.history.link}</a></p>`,
  )
}
