import { html } from '../html.ts'
import type { Change, RecordedItem, SearchChange } from '../../queue/history/change.ts'
import type { SearchFields } from '../../queue/saved-searches/saved-search.ts'
import { type ByType, valueBy } from '../../queue/model/field-views.ts'
import { type FieldIn, fieldsIn, type UserField } from '../../queue/model/fields.ts'
import { undoableFieldsOf } from '../../queue/history/change-part.ts'
import type { UndoneAct } from '../../queue/history/undone-acts.ts'
import type { Fragment } from '../fragment.ts'
import { FIELD_VALUES } from '../items/field-values.ts'
import { agentName } from '../parts/agent-name.ts'
import { snoozeDay } from '../actions/snooze-presets.ts'
import type { TimeZone } from '../../text/time-zone.ts'
import { truncate } from '../../text/truncate.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.fields

/** Of a note or title; all of it stands on the item's page. */
const MAX_SHOWN = 200

/** What the words for an action say already. */
const IMPLIED: Record<string, UserField[]> = {
  'mark-read': ['readAt'],
  'mark-unread': ['readAt'],
  'favourite-item': ['favouritedAt'],
  'unfavourite-item': ['favouritedAt'],
  'unsnooze-item': ['snoozedUntil'],
  'tag-item': ['tags'],
  'untag-item': ['tags'],
  'remove-item': ['removedAt'],
  'restore-item': ['removedAt'],
}

const TOLD: ByType<Fragment | string> = {
  ...FIELD_VALUES,
  text: quoted,
}

/** What is told otherwise than by its type. */
const TOLD_BY_FIELD: { [Name in UserField]?: (value: RecordedItem[Name]) => Fragment | string } = {
  savedBy: (agent) => (agent ? agentName(agent.name) : allMessages.shell.you),
}

const { actionsDone } = allMessages.history
const either = (isSo: string, isNot: string) => (at: number | null) =>
  actionsDone[at === null ? isNot : isSo]!

/** What is told in a sentence of its own, by the new value. */
const SENTENCES: {
  [Name in UserField]?: (value: RecordedItem[Name], zone?: TimeZone) => Fragment | string
} = {
  readAt: either('mark-read', 'mark-unread'),
  favouritedAt: either('favourite-item', 'unfavourite-item'),
  snoozedUntil: (until, zone) =>
    until === null ? actionsDone['unsnooze-item']! : messages.snoozedUntil(snoozeDay(until, zone)),
  removedAt: either('remove-item', 'restore-item'),
}

const SHOWN: ReadonlySet<string> = new Set(fieldsIn('history'))

/** What an item was and became, as far as the words for its action do not say it. */
export function changeFields(
  change: Change,
  { undone, timeZone }: { undone?: UndoneAct | undefined; timeZone?: TimeZone | undefined } = {},
): Fragment | undefined {
  if (change.search) return searchFields(change.search)
  const names = change.before === null ? made(change) : changed(change, undone)
  const [sentences, values] = [
    names.filter((name) => name in SENTENCES),
    names.filter((name) => !(name in SENTENCES)),
  ]
  return html`${sentences.map((name) => html`<p class="became">${sentenceOn(name, change, timeZone)}</p>`)}
  ${
    values.length > 0 &&
    html`<dl class="became">
      ${values.map(
        (name) =>
          html`<div>
            <dt>${messages.labels[name as FieldIn<'history'>]}</dt>
            <dd>${hasNothing(change.before?.[name]) ? told(name, change.after) : became(name, change)}</dd>
          </div>`,
      )}
    </dl>`
  }`
}

function hasNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0)
}

function sentenceOn(name: UserField, { after }: Change, zone: TimeZone | undefined): Fragment | string {
  const sentence = SENTENCES[name] as (value: unknown, zone?: TimeZone) => Fragment | string
  return sentence(after?.[name] ?? null, zone)
}

/** The beginning of what a person or an agent wrote. */
function quoted(text: string): Fragment {
  return messages.quoted(html`<bdi>${truncate(text, MAX_SHOWN)}</bdi>`)
}

/** What a saved search was and became; of a new or removed one, its query. */
function searchFields({ before, after }: SearchChange): Fragment {
  const { name, query, order } = allMessages.searches
  const orderOf = ({ sort }: SearchFields) => allMessages.queue.search.orders[sort ?? 'best']
  const rows: [label: string, value: (search: SearchFields) => Fragment | string][] = [
    [name, ({ name }) => quoted(name)],
    [query, ({ query }) => quoted(query)],
    [order, orderOf],
  ]
  const only = before === null || after === null ? (after ?? before) : null
  const shown = rows.filter(([label, value]) =>
    only ? label === query : before && after && String(value(before)) !== String(value(after)),
  )
  return html`<dl class="became">
    ${shown.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${only ? value(only) : messages.became(value(before!), value(after!))}</dd>
        </div>`,
    )}
  </dl>`
}

function changed(change: Change, undone: UndoneAct | undefined): UserField[] {
  const implied = IMPLIED[undone?.action ?? change.action] ?? []
  return undoableFieldsOf(change).filter((name) => SHOWN.has(name) && !implied.includes(name))
}

/** Of a new item; its reason has a place of its own. */
function made({ after }: Change): UserField[] {
  return [...(after?.tags?.length ? (['tags'] as const) : []), ...(after?.note ? (['note'] as const) : [])]
}

function became(name: UserField, { before, after }: Change): Fragment {
  return messages.became(told(name, before), told(name, after))
}

function told(name: UserField, fields: Partial<RecordedItem> | null): Fragment | string {
  const value = fields?.[name]
  if (value === undefined) return messages.none
  const otherwise = TOLD_BY_FIELD[name] as ((value: unknown) => Fragment | string) | undefined
  if (otherwise) return otherwise(value)
  return value === null ? messages.none : valueBy(TOLD, name)(value)
}
