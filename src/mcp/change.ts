import { AS_JSON, viewOf } from '../queue/model/fields.ts'
import type { ActSize } from '../queue/history/count-acts.ts'
import type { Change } from '../queue/history/change.ts'
import { propertiesOf } from '../queue/history/part.ts'
import { undonePartsOf } from '../queue/history/undone.ts'
import { shorten } from '../text/shorten.ts'
import { sourceText } from './item.ts'
import { savedSearchRow } from './saved-search.ts'

/** UTF-16 units of a changed text; get_item returns texts in full. */
const MAX_TEXT_LENGTH = 200

/** A change in a list; a new item has only its title and id. */
function listedChange(change: Change, title: string): Record<string, unknown> {
  const { before, after, actor } = change
  return {
    change: change.sequence,
    ...(change.act === change.sequence ? {} : { act: change.act }),
    at: new Date(change.at).toISOString(),
    by: actor.agent ? agentName(actor.agent.name) : actor.kind,
    action: change.action,
    ...(change.search ? {} : { id: change.itemId }),
    title: shorten(title, MAX_TEXT_LENGTH),
    ...searchStates(change),
    ...(before && after && !change.search
      ? { before: changedFields(before), after: changedFields(after) }
      : {}),
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

const changedFields = viewOf('change', {
  ...AS_JSON,
  text: (text) => shorten(text, MAX_TEXT_LENGTH),
  content: (content) => content,
  snapshot: ({ source }) => sourceText(source),
})

/** Titles that a row of several changes names. */
const MAX_TITLES = 3

/**
 * Changes as rows: those of one act and action that follow each other are one, which says how many the whole act has, and
 * whether they are undone.
 */
export function listedChanges(
  changes: Change[],
  titleOf: (change: Change) => string,
  sizes: ReadonlyMap<number, ActSize[]>,
): Record<string, unknown>[] {
  const groups: Change[][] = []
  for (const change of changes) {
    const last = groups.at(-1)
    const [first] = last ?? []
    const isTogether = first?.act === change.act && first.action === change.action
    if (last && isTogether) last.push(change)
    else groups.push([change])
  }
  return groups.map((group) => {
    const [first] = group
    const size = sizes.get(first!.act)?.find(({ action }) => action === first!.action)
    const { count = group.length, undone = 0 } = size ?? {}
    if (group.length === 1 && count === 1) return listedChange(first!, titleOf(first!))
    const { at, by, action } = listedChange(first!, '')
    const titles = group.slice(0, MAX_TITLES).map((change) => shorten(titleOf(change), MAX_TEXT_LENGTH))
    return { act: first!.act, at, by, action, count, titles, ...undoneOf(count, undone) }
  })
}

/** Whether all of an act is undone, or how many of its changes are. */
function undoneOf(count: number, undone: number): Record<string, unknown> {
  if (undone === 0) return {}
  return undone === count ? { undone: true } : { undone_count: undone }
}
