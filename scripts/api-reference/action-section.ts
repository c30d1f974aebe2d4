import {
  actionTool,
  changeItemsTool,
  editItemTool,
  removeItemsTool,
  saveSearchTool,
  toolFor,
  toolName,
} from '../../src/mcp/tool.ts'
import type { Action, QueueAction } from '../../src/queue/actions/action.ts'
import { exampleOf } from './examples.ts'
import { fieldTable } from './field-table.ts'
import { codes, fence } from './markdown.ts'
import { offeredWhen } from './offered-when.ts'
import { exampleCall } from './tool-section.ts'

/** What an action on the queue answers, by what it gives. */
const ANSWERS: Record<QueueAction['outcome'], string> = {
  saved:
    'An entity of class `item` with its address: 201 and Location where the link is new, else 200 and Content-Location.',
  changes: '200 with an entity of class `outcome`: every item as it is now, and why some were skipped.',
  search:
    'An entity of class `saved-search` with its address: 201 and Location where it is new, else 200 and Content-Location; 204 without a body once it is removed.',
  imported:
    '200 with an entity of class `import`: how many links were `added` and `merged`, and which rows were `skipped` and why.',
  undone: '200 with an entity of class `outcome`: every item as it is now, and why some stay as they are.',
}

/** Several links are answered by a list. */
const ANSWER_TO_SEVERAL = '200 with an entity of class `queue`: the page of the list that begins with them.'

/** What may go wrong with this action in particular. */
const ERRORS: Record<QueueAction['outcome'] | 'item', string[]> = {
  item: ['not-found', 'not-offered', 'changed-meanwhile'],
  saved: ['unsupported-link', 'quota-exceeded'],
  changes: [],
  search: ['not-offered'],
  imported: ['quota-exceeded', 'too-large', 'unsupported-type'],
  undone: ['not-offered'],
}

/** One action: how to call it, what it takes, what it answers, and what may go wrong. */
export function actionSection(action: Action): string {
  const hasFields = Object.keys(action.fields).length > 0
  const errors = [...(hasFields ? ['invalid-input'] : []), ...ERRORS[kindOf(action)]]
  return [
    `### \`${action.name}\``,
    action.description,
    fence('http', exampleRequest(action)),
    action.scope === 'item' ? `Offered for ${offeredWhen(action)}.` : '',
    hasFields ? fieldTable(action.fields) : 'It takes no fields.',
    `**Answers** ${answerOf(action)}`,
    errors.length > 0 ? `**Errors** ${codes(errors)}.` : '',
    ...toolPart(action),
  ]
    .filter(Boolean)
    .join('\n\n')
}

/** The tool of the action, with a call; an action that has none of its own is named to the one that runs it. */
function toolPart(action: Action): string[] {
  const tool = toolFor(action)
  if (tool === changeItemsTool.name && action.scope === 'item') {
    return [`**MCP tool** \`${tool}\` with \`"action": ["${action.name}"]\`.`]
  }
  if (action.scope === 'queue' && action.outcome === 'imported') {
    return ['Over MCP, `save_links` saves links.']
  }
  if (tool === removeItemsTool.name) return [`**MCP tool** \`${tool}\`:`, exampleCall(removeItemsTool)]
  if (tool === editItemTool.name && tool !== toolName(action.name)) return [`**MCP tool** \`${tool}\`.`]
  if (tool === saveSearchTool.name && tool !== toolName(action.name)) return [`**MCP tool** \`${tool}\`.`]
  const own = tool === changeItemsTool.name ? changeItemsTool : actionTool(action)
  const named = action.scope === 'item' ? ', which takes `id` or `url` as well' : ''
  return [`**MCP tool** \`${tool}\`${named}:`, exampleCall(own)]
}

/** Method and path, with {id} for the item's. */
export function requestLine({ scope, method, path }: Action): string {
  const base = scope === 'item' ? '/queue/items/{id}' : '/queue'
  return `${method} ${path === '' ? base : `${base}/${path}`}`
}

function exampleRequest(action: Action): string {
  const body = Object.keys(action.fields).length > 0
  const example = JSON.stringify(exampleOf(action.fields))
  return requestLine(action) + (body ? `\nContent-Type: application/json\n\n${example}` : '')
}

function kindOf(action: Action): QueueAction['outcome'] | 'item' {
  return action.scope === 'item' ? 'item' : action.outcome
}

function answerOf(action: Action): string {
  if (action.scope === 'queue')
    return action.outcome === 'saved' && action.path !== '' ? ANSWER_TO_SEVERAL : ANSWERS[action.outcome]
  return action.method === 'DELETE' ? '204 without a body.' : '200 with the entity of the item as it is now.'
}
