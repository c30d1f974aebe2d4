import { type Item, titleOf } from '../queue/model/item.ts'
import { AS_WORDS, type ByType, viewOf } from '../queue/model/field-views.ts'
import { stateOf } from '../queue/model/states.ts'
import type { Agent } from '../queue/model/actor.ts'
import type { CaptureSource } from '../queue/model/content.ts'

/** How tools tell what fields hold, by their type. */
export const ITEM_VALUES: ByType<unknown> = {
  ...AS_WORDS,
  snapshot: ({ source }) => sourceText(source),
}
const toolFields = viewOf('tool', ITEM_VALUES)
const resultFields = viewOf('result', ITEM_VALUES)

/** An item after a change: the fields that can change. */
export function changedItem(item: Item): Record<string, unknown> {
  return present(Object.assign(resultFields(item), stateFields(item)))
}

/** All fields of an item that have a value. */
export function wholeItem(item: Item): Record<string, unknown> {
  return present(
    Object.assign(toolFields(item), stateFields(item), {
      contentReason: item.content.reason,
      source: item.snapshot && sourceText(item.snapshot.source),
    }),
  )
}

/** Without members that are null, so that no schema needs two types for one member. */
function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
}

function stateFields(item: Item): Record<string, unknown> {
  return { title: titleOf(item), state: stateOf(item), favourite: item.favouritedAt !== null }
}

/** An item as text, most of which is untrusted. */
export function itemText(item: Item): string {
  const lines = [
    [`Title${writtenBy(item.titleBy)}`, titleOf(item)],
    ['Address', item.url],
    ['Site', item.siteName],
    ['Excerpt', item.excerpt],
    [`Why it was saved${writtenBy(item.savedBy)}`, item.reason],
    [`Note${writtenBy(item.noteBy)}`, item.note],
    [`Request to agents${writtenBy(item.requestBy)}`, item.request],
    [`Answer${writtenBy(item.answerBy)}`, item.answer],
    ['Tags', item.tags.join(', ')],
    ['About its page', item.content.reason],
    ['Its text', item.snapshot && sourceText(item.snapshot.source)],
  ]
  const shown = lines.filter(([, value]) => value).map(([name, value]) => `${name}: ${value}`)
  return shown.join('\n')
}

/** Who provided the saved copy of the page. */
export function sourceText({ kind, agent }: CaptureSource): string {
  if (agent) return `provided by the agent “${agent.name}”`
  return kind === 'person' ? 'saved by the person’s browser' : 'fetched by the service'
}

function writtenBy(agent: Agent | null): string {
  return agent ? ` (by the agent “${agent.name}”)` : ''
}
