import { AS_JSON, viewOf } from '../queue/model/field-views.ts'
import type { ActSize } from '../queue/history/count-acts.ts'
import type { RecordedHighlight } from '../queue/highlights/highlight.ts'
import { type Change, isSameValue, type RecordedItem } from '../queue/history/change.ts'
import { propertiesOf, tagsOf } from '../queue/history/change-part.ts'
import type { UndoneAct } from '../queue/history/undone-acts.ts'
import { undonePartsOf } from '../queue/history/undone.ts'
import { truncate } from '../text/truncate.ts'
import { sourceText } from './item.ts'
import { savedSearchRow } from './saved-search.ts'

/** UTF-16 units of a changed text; get_item returns texts in full. */
const MAX_TEXT_LENGTH = 200

/** What rows say of changes besides: the titles of their items, and what those that undo something undid. */
type ChangeContext = {
  titleOf: (change: Change) => string
  undone: ReadonlyMap<number, UndoneAct>
}

/** A change in a list; a new item has only its title and id. */
function listedChange(change: Change, { titleOf, undone }: ChangeContext): Record<string, unknown> {
  const { before, after, actor } = change
  return {
    change: change.sequence,
    ...(change.act === change.sequence ? {} : { act: change.act }),
    at: new Date(change.at).toISOString(),
    by: actor.agent ? agentName(actor.agent.name) : actor.kind,
    action: change.action,
    ...undidIn([change], undone),
    ...(change.search ? {} : { id: change.itemId }),
    title: truncate(titleOf(change), MAX_TEXT_LENGTH),
    ...searchStates(change),
    ...(before && after && !change.search ? { before: stateOf(before, after), after: stateOf(after) } : {}),
    ...(change.undoneBy === null ? undoneInPart(change) : { undone: true }),
  }
}

/** What a saved search was and became; nothing of an item. */
function searchStates({ search }: Change): Record<string, unknown> {
  if (!search) return {}
  const { before, after } = search
  return { before: before && savedSearchRow(before), after: after && savedSearchRow(after) }
}

function undoneInPart(change: Change): { undone_fields?: string[] } {
  const fields = [...new Set(undonePartsOf(change).flatMap(propertiesOf))]
  return fields.length === 0 ? {} : { undone_fields: fields }
}

/** Agents choose their names: none may pass for the person or the service. */
export function agentName(name: string): string {
  return /^(person|service)$/i.test(name) ? `agent “${name}”` : name
}

const changedFields = viewOf<unknown>('change', {
  ...AS_JSON,
  text: (text) => truncate(text, MAX_TEXT_LENGTH),
  agent: ({ name }) => agentName(name),
  content: (content) => content,
  snapshot: ({ source }) => sourceText(source),
})

/** The changed fields of an item, and those highlights of it that there were then; `later` has the quotes of its own. */
function stateOf(
  { highlights, ...fields }: Partial<RecordedItem>,
  later: Partial<RecordedItem> = {},
): Record<string, unknown> {
  if (!highlights) return changedFields(fields)
  const rows = Object.entries(highlights).flatMap(([id, highlight]) => {
    if (!highlight) return []
    const { quote, ...row } = recordedHighlight(id, highlight)
    return later.highlights?.[id] ? [row] : [{ id, quote, ...row }]
  })
  return { ...changedFields(fields), highlights: rows }
}

function recordedHighlight(
  id: string,
  { exact = '', note, colour }: RecordedHighlight,
): Record<string, unknown> {
  return {
    id,
    quote: truncate(exact, MAX_TEXT_LENGTH),
    ...(typeof note === 'string' ? { note: truncate(note, MAX_TEXT_LENGTH) } : {}),
    ...(colour && { colour }),
  }
}

/** The acts and actions that some changes undid; no member if they undid none. */
function undidIn(
  changes: readonly Change[],
  undone: ReadonlyMap<number, UndoneAct>,
): { undid?: UndoneAct[] } {
  const acts = changes.flatMap(({ undoes }) => (undoes === null ? [] : (undone.get(undoes) ?? [])))
  const undid = [...new Map(acts.map((one) => [`${one.act} ${one.action}`, one])).values()]
  return undid.length === 0 ? {} : { undid: undid.slice(0, MAX_UNDID) }
}

/** Of the changes of an undo. */
const MAX_UNDID = 5

/** What several changes did alike: the tags that all of them added or removed, and values that all of them gave. */
function commonTo(changes: readonly Change[]): Record<string, unknown> {
  if (changes.some(({ before, after, search }) => !before || !after || search)) return {}
  const tags = changes.map(tagsOf)
  const [first = {}, ...others] = changes.map(({ after }) => {
    const { tags: _, ...fields } = changedFields(after!)
    return fields
  })
  const alike = Object.entries(first).filter(([name, value]) =>
    others.every((fields) => name in fields && isSameValue(fields[name], value)),
  )
  const inAll = (lists: string[][]) => lists[0]!.filter((tag) => lists.every((list) => list.includes(tag)))
  const tagged = inAll(tags.map(({ added }) => added))
  const untagged = inAll(tags.map(({ removed }) => removed))
  return {
    ...(tagged.length > 0 && { tagged }),
    ...(untagged.length > 0 && { untagged }),
    ...(alike.length > 0 && { after: Object.fromEntries(alike) }),
  }
}

/** What those changes of a larger act did alike that were read, and how many these are. */
function sampleOf(changes: readonly Change[]): { sample?: Record<string, unknown> } {
  const common = commonTo(changes)
  return Object.keys(common).length === 0 ? {} : { sample: { count: changes.length, ...common } }
}

/** Titles that a row of several changes names. */
const MAX_TITLES = 3

/** Changes by row: those of one act and action that follow each other are together. */
export function groupChanges(changes: readonly Change[]): Change[][] {
  const groups: Change[][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    const [first] = last ?? []
    const isTogether = first?.act === change.act && first.action === change.action
    if (last && isTogether) last.push(change)
    else groups.push([change])
  }
  return groups
}

/** A row for each change. */
export function listedOneByOne(changes: Change[], context: ChangeContext): Record<string, unknown>[] {
  return changes.map((change) => listedChange(change, context))
}

/** Changes as rows, which say how many changes the whole act has, and whether they are undone. */
export function listedChanges(
  changes: Change[],
  context: ChangeContext & { sizes: ReadonlyMap<number, ActSize[]> },
): Record<string, unknown>[] {
  return groupChanges(changes).map((group) => {
    const [first] = group
    const size = context.sizes.get(first!.act)?.find(({ action }) => action === first!.action)
    const { count = group.length, undone = 0 } = size ?? {}
    if (group.length === 1 && count === 1) return listedChange(first!, context)
    const { at, by, action } = listedChange(first!, context)
    const titles = group
      .slice(0, MAX_TITLES)
      .map((change) => truncate(context.titleOf(change), MAX_TEXT_LENGTH))
    return {
      act: first!.act,
      at,
      by,
      action,
      count,
      ...undidIn(group, context.undone),
      titles,
      ...(group.length === count ? commonTo(group) : sampleOf(group)),
      ...undoneOf(count, undone),
    }
  })
}

/** Whether all of an act is undone, or how many of its changes are. */
function undoneOf(count: number, undone: number): Record<string, unknown> {
  if (undone === 0) return {}
  return undone === count ? { undone: true } : { undone_count: undone }
}
