import { AS_JSON, viewOf } from '../queue/model/fields.ts'
import type { Change } from '../queue/history/change.ts'
import { propertiesOf } from '../queue/history/part.ts'
import { undonePartsOf } from '../queue/history/undone.ts'
import { sourceText } from './item.ts'

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
    id: change.itemId,
    title: shorten(title),
    ...(before && after ? { before: changedFields(before), after: changedFields(after) } : {}),
    ...(change.undoneBy === null ? undoneInPart(change) : { undone: true }),
  }
}

function undoneInPart(change: Change): { undone_fields?: string[] } {
  const fields = [...new Set(undonePartsOf(change).flatMap(propertiesOf))]
  return fields.length === 0 ? {} : { undone_fields: fields }
}

/** Agents choose their names: none may pass for the person or the service. */
function agentName(name: string): string {
  return /^(person|service)$/i.test(name) ? `agent “${name}”` : name
}

const changedFields = viewOf('change', {
  ...AS_JSON,
  text: shorten,
  content: (content) => content,
  snapshot: ({ source }) => sourceText(source),
})

function shorten(value: string): string {
  return value.length > MAX_TEXT_LENGTH ? `${value.slice(0, MAX_TEXT_LENGTH).toWellFormed()}…` : value
}

/** Titles that a row of several changes names. */
const MAX_TITLES = 3

/** Changes as rows: those of one act and action that follow each other are one. */
export function listedChanges(
  changes: Change[],
  titleOf: (change: Change) => string,
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
    if (group.length === 1) return listedChange(first!, titleOf(first!))
    const { at, by, action } = listedChange(first!, '')
    const titles = group.slice(0, MAX_TITLES).map((change) => shorten(titleOf(change)))
    return { act: first!.act, at, by, action, count: group.length, titles }
  })
}
