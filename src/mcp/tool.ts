import type { Action } from '../queue/actions/action.ts'
import { changedItemSchema } from './item.ts'
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

/** The tool of an action: its fields and, for an item action, how to identify the item. */
export function actionTool(action: Action): Tool {
  const isOnItem = action.scope === 'item'
  return {
    name: toolName(action.name),
    title: action.title,
    description: action.description,
    inputSchema: inputSchema(action.fields, isOnItem ? ITEM_NAMES : {}),
    outputSchema: isOnItem
      ? objectOf({ changed: { type: 'boolean' }, act: { type: 'integer' }, item: changedItemSchema }, [
          'changed',
          'item',
        ])
      : outcomeSchemas[action.outcome],
    annotations: {
      title: action.title,
      readOnlyHint: false,
      destructiveHint: isOnItem ? action.destroys === true : action.outcome !== 'saved',
      idempotentHint: true,
      openWorldHint: isOnItem ? action.asksWeb === true : action.outcome !== 'undone',
    },
  }
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
