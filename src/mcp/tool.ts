import type { Action } from '../queue/actions/action.ts'
import { changeItems, itemActions } from '../queue/actions/catalogue.ts'
import { removeItem } from '../queue/actions/remove-item.ts'
import { outcomeSchemas } from './outcome.ts'
import { inputSchema, type JsonSchema, objectOf, type ObjectSchema } from './schema.ts'

/** A tool as listed to clients. */
export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  annotations: Hints
}

type Hints = {
  title: string
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** The two ways to identify an item in a call. */
export const ITEM_NAMES: Record<string, JsonSchema> = {
  id: { type: 'string', description: 'Its id, or give url' },
  url: { type: 'string', description: 'Its saved address, or give id' },
}

/** The tool of an action that has one of its own: its fields and, for an item action, how to identify the item. */
export function actionTool(action: Action): Tool {
  const isOnItem = action.scope === 'item'
  return {
    name: toolName(action.name),
    title: action.title,
    description: action.description,
    inputSchema: inputSchema(action.fields, isOnItem ? ITEM_NAMES : {}),
    outputSchema: isOnItem
      ? objectOf({ changed: { type: 'boolean' }, act: { type: 'integer' }, item: objectOf({}) }, [
          'changed',
          'item',
        ])
      : outcomeSchemas[action.outcome],
    annotations: {
      title: action.title,
      readOnlyHint: false,
      destructiveHint: isOnItem ? action.destroys === true : action.outcome === 'undone',
      idempotentHint: true,
      openWorldHint: isOnItem ? action.asksWeb === true : action.outcome !== 'undone',
    },
  }
}

const { action: ACTION, items: ITEMS, query: QUERY, preview: PREVIEW, ...others } = changeItems.fields
/** The item actions that `change_items` runs: those that destroy nothing, so that no client has to ask before. */
const BATCHED = itemActions.filter(
  ({ name, destroys }) => destroys !== true && ACTION!.choices!.includes(name),
)

export const changeItemsTool: Tool = {
  ...actionTool(changeItems),
  inputSchema: inputSchema({
    items: ITEMS!,
    query: QUERY!,
    action: { ...ACTION!, choices: BATCHED.map(({ name }) => name) },
    ...others,
    preview: PREVIEW!,
  }),
}

/** Removing has a tool of its own, for clients that ask before destructive tools. */
export const removeItemsTool: Tool = {
  name: 'remove_items',
  title: 'Remove items',
  description: 'Put items into the trash, by ids, addresses or a query. They can be restored for 30 days.',
  inputSchema: inputSchema({ items: ITEMS!, query: QUERY!, preview: PREVIEW! }),
  outputSchema: outcomeSchemas.changes,
  annotations: {
    title: 'Remove items',
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
}

/** The name of the tool that runs an action. */
export function toolFor(action: Pick<Action, 'name'>): string {
  if (action.name === removeItem.name) return removeItemsTool.name
  return BATCHED.some(({ name }) => name === action.name) ? changeItemsTool.name : toolName(action.name)
}

/** Converts an action's name to a tool name: `mark-read` becomes `mark_read`. */
export function toolName(actionName: string): string {
  return actionName.replaceAll('-', '_')
}

/** A tool that only reads. */
export function readingTool(tool: Omit<Tool, 'annotations'>): Tool {
  return {
    ...tool,
    annotations: {
      title: tool.title,
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }
}
