import { html } from 'hono/html'
import type { Change, RecordedItem } from '../../queue/history/change.ts'
import type { UserField } from '../../queue/model/fields.ts'
import { saidIn } from '../../queue/history/touch.ts'
import type { Fragment } from '../fragment.ts'
import type { Snapshot } from '../../queue/model/content.ts'
import { agentName } from '../parts/agent-name.ts'
import { day } from '../parts/instant.ts'
import { shorten } from '../parts/shorten.ts'
import { sourceText } from '../parts/source-text.ts'
import { allWords } from '../words/words.ts'

const words = allWords.history.fields

/** Of a note or title; all of it stands on the item's page. */
const MAX_SHOWN = 200

/** What the words for an action say already. */
const IMPLIED: Record<string, UserField[]> = {
  'mark-read': ['readAt'],
  'mark-unread': ['readAt'],
  'favourite-item': ['favouritedAt'],
  'unfavourite-item': ['favouritedAt'],
  'tag-item': ['tags'],
  'untag-item': ['tags'],
  'remove-item': ['removedAt'],
  'restore-item': ['removedAt'],
}

/** How a field is told; what is not here has no meaning of its own to people. */
const TOLD: { [Name in keyof RecordedItem]?: (value: RecordedItem[Name]) => Fragment | string } = {
  givenTitle: quoted,
  tags: (tags) => (tags.length === 0 ? words.none : html`${tags.map(oneOf)}`),
  note: quoted,
  reason: quoted,
  savedBy: (agent) => (agent ? agentName(agent.name) : allWords.shell.you),
  readAt: yesOrNo,
  favouritedAt: yesOrNo,
  snoozedUntil: (until) => (until === null ? words.no : words.until(day(until))),
  progress: (progress) => words.percent(Math.round(progress * 100)),
  removedAt: (at) => (at === null ? words.queue : words.trash),
  snapshot: (copy) => (copy === null ? words.none : copyWords(copy)),
}

/** Whose copy of the page, and how long it is. */
function copyWords({ source, words: count }: Snapshot): Fragment {
  return words.copy(sourceText(source, words.site), allWords.formats.count(count))
}

/** What an item was and became, as far as the words for its action do not say it. */
export function changeFields(change: Change): Fragment | undefined {
  const names = change.before === null ? made(change) : changed(change)
  if (names.length === 0) return undefined
  return html`<dl class="became">
    ${names.map(
      (name) =>
        html`<div>
          <dt>${words.names[name]}</dt>
          <dd>${change.before === null ? told(name, change.after) : became(name, change)}</dd>
        </div>`,
    )}
  </dl>`
}

function changed(change: Change): UserField[] {
  const implied = IMPLIED[change.action] ?? []
  return saidIn(change).filter((name) => name in words.names && !implied.includes(name))
}

/** Of a new item; its reason has a place of its own. */
function made({ after }: Change): UserField[] {
  return [...(after?.tags?.length ? (['tags'] as const) : []), ...(after?.note ? (['note'] as const) : [])]
}

function became(name: UserField, { before, after }: Change): Fragment {
  return words.became(told(name, before), told(name, after))
}

function told<Name extends UserField>(name: Name, fields: Partial<RecordedItem> | null): Fragment | string {
  const value = fields?.[name]
  return value === undefined ? words.none : (TOLD[name]?.(value as RecordedItem[Name]) ?? '')
}

function quoted(text: string | null): Fragment | string {
  return text === null ? words.none : html`“<bdi>${shorten(text, MAX_SHOWN)}</bdi>”`
}

function oneOf(tag: string, index: number): Fragment {
  return html`${index > 0 && ', '}<bdi>${tag}</bdi>`
}

function yesOrNo(at: number | null): string {
  return at === null ? words.no : words.yes
}
