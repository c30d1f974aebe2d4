import { html } from 'hono/html'
import type { ItemAction } from '../../queue/actions/action.ts'
import { editItem } from '../../queue/actions/edit-item.ts'
import { setProgress } from '../../queue/actions/set-progress.ts'
import { snoozeItem } from '../../queue/actions/snooze-item.ts'
import { tagItem } from '../../queue/actions/tag-item.ts'
import { unsnoozeItem } from '../../queue/actions/unsnooze-item.ts'
import { untagItem } from '../../queue/actions/untag-item.ts'
import { DAY } from '../../ports/clock.ts'
import { actionForm, type ActionFormOptions, failedSubmission } from '../actions/action-form.ts'
import { actionTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import { actionsWithFields, buttonForms } from '../actions/item-actions.ts'
import { tagList } from '../items/item-tags.ts'
import { agentName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { day } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'
import { itemDetails } from './item-details.ts'
import type { ReadingView } from './reading-view.ts'
import { toolActions } from './toolbar.ts'

const messages = allMessages.reader

/** Actions with a place of their own; the others are in the last section. */
const SHOWN_ELSEWHERE: ItemAction[] = [
  ...toolActions,
  snoozeItem,
  unsnoozeItem,
  tagItem,
  untagItem,
  editItem,
  setProgress,
]

/** The remaining actions and details of an item. */
export function moreActions(view: ReadingView): Fragment {
  return html`<div class="more-actions" id="more">
    ${snoozeSection(view)} ${tagSection(view)} ${noteSection(view)} ${otherSection(view)}
  </div>`
}

function section(id: string, title: Fragment | string, content: Fragment): Fragment {
  return html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${title}</h2>
    ${content}
  </section>`
}

function formOptions({ person, path, item, notice }: ReadingView) {
  return { formToken: person.formToken, returnTo: path, itemId: item.id, notice } satisfies ActionFormOptions
}

function snoozeSection(view: ReadingView): Fragment | undefined {
  const { item, now } = view
  if (!snoozeItem.offered(item)) return undefined
  const use = formOptions(view)
  const presets = [
    { label: messages.snoozeFor.day, days: 1 },
    { label: messages.snoozeFor.days, days: 3 },
    { label: messages.snoozeFor.week, days: 7 },
  ]
  return section(
    'snooze',
    messages.snoozeTitle,
    html`${item.snoozedUntil !== null && html`<p>${messages.snoozedUntil(day(item.snoozedUntil))}</p>`}
      <div class="row">
        ${unsnoozeItem.offered(item) && actionForm(unsnoozeItem, { ...use, style: 'quiet' })}
        ${presets.map(({ label, days }) =>
          actionForm(snoozeItem, {
            ...use,
            label,
            style: 'quiet',
            hiddenFields: { until: inDays(now, days) },
          }),
        )}
        ${actionForm(snoozeItem, { ...use, style: 'quiet' })}
      </div>`,
  )
}

function inDays(now: number, days: number): string {
  return new Date(now + days * DAY).toISOString()
}

function tagSection(view: ReadingView): Fragment | undefined {
  const { item, state, person, path } = view
  if (!tagItem.offered(item) && item.tags.length === 0) return undefined
  return section(
    'tags',
    messages.tagsTitle,
    html`${tagList(item, { state, formToken: person.formToken, returnTo: path })}
    ${tagItem.offered(item) && actionForm(tagItem, { ...formOptions(view), style: 'quiet', label: messages.add })}`,
  )
}

function noteSection(view: ReadingView): Fragment | undefined {
  const { note, noteBy } = view.item
  const canEdit = editItem.offered(view.item)
  if (note === null && !canEdit) return undefined
  return section(
    'note',
    note !== null && noteBy ? messages.noteBy(agentName(noteBy.name)) : messages.noteTitle,
    html`${note !== null && html`<div class="note"><p dir="auto">${note}</p></div>`}
    ${canEdit && collapsedForm(messages.edit, editItem, view)}`,
  )
}

/** A collapsed form, open after a failed submission. */
function collapsedForm(title: string, action: ItemAction, view: ReadingView): Fragment {
  const use = { ...formOptions(view), values: action.defaults(view.item), label: messages.save }
  return html`<details ${attributes({ open: failedSubmission(action, use) && true })}>
    <summary>${title}</summary>
    ${actionForm(action, use)}
  </details>`
}

function otherSection(view: ReadingView): Fragment {
  const { item, now } = view
  const isRemaining = (action: ItemAction) => !SHOWN_ELSEWHERE.includes(action)
  return section(
    'others',
    messages.moreTitle,
    html`<div class="row">${buttonForms(item, { ...formOptions(view), style: 'quiet' }, isRemaining)}</div>
      ${setProgress.offered(item) && collapsedForm(messages.setProgress, setProgress, view)}
      ${actionsWithFields(item)
        .filter(isRemaining)
        .map((action) => collapsedForm(actionTitle(action), action, view))}
      <details>
        <summary>${messages.facts}</summary>
        ${itemDetails(item, now)}
      </details>
      <p><a href="/history?item=${item.id}">${allMessages.history.link}</a></p>`,
  )
}
