import type { Action, QueueAction, ToolAction } from '../queue/actions/action.ts'
import { changeItems, itemActions } from '../queue/actions/catalogue.ts'
import { undoChange } from '../queue/actions/undo-change.ts'
import { editHighlight } from '../queue/actions/edit-highlight.ts'
import { editItem } from '../queue/actions/edit-item.ts'
import { highlightItem } from '../queue/actions/highlight-item.ts'
import { importLinks } from '../queue/actions/import-links.ts'
import type { Field } from '../queue/input/field.ts'
import { removeHighlight } from '../queue/actions/remove-highlight.ts'
import { removeItem } from '../queue/actions/remove-item.ts'
import { saveLinks } from '../queue/actions/save-links.ts'
import { editSearch, removeSearch, saveSearch } from '../queue/actions/save-search.ts'
import { COLOURS } from '../queue/highlights/highlight.ts'
import { outcomeSchemas } from './outcome.ts'
import { argumentsOf, inputSchema, type JsonSchema, objectOf, type ObjectSchema } from './schema.ts'

/** A tool as listed to clients. */
export type Tool = {
  name: string
  title: string
  description: string
  inputSchema: ObjectSchema
  outputSchema: ObjectSchema
  annotations: Hints
  /** What the tool has for clients that show apps. */
  _meta?: Record<string, unknown>
}

type Hints = {
  readOnlyHint: boolean
  destructiveHint: boolean
  idempotentHint: boolean
  openWorldHint: boolean
}

/** The two ways to identify an item in a call. */
export const ITEM_NAMES: Record<string, JsonSchema> = {
  id: { type: 'string', description: 'Or give url' },
  url: { type: 'string', description: 'Or give id' },
}

/** The tool of an action that has one of its own: its fields and, for an item action, how to identify the item. */
export function actionTool(action: ToolAction): Tool {
  const isOnItem = action.scope === 'item'
  return {
    name: toolName(action.name),
    title: action.title,
    description: action.description,
    inputSchema: inputSchema(action.fields, isOnItem ? ITEM_NAMES : {}),
    outputSchema: isOnItem
      ? objectOf(
          {
            changed: { type: 'boolean' },
            act: { type: 'integer' },
            item: { type: 'object' },
            highlight: { type: 'object' },
          },
          ['changed', 'item'],
        )
      : outcomeSchemas[action.outcome],
    annotations: {
      readOnlyHint: false,
      destructiveHint: isOnItem ? action.destroys === true : action.outcome === 'undone',
      idempotentHint: true,
      openWorldHint: isOnItem ? action.asksWeb === true : WEB_OUTCOMES.has(action.outcome),
    },
  }
}

/** Of actions that may make the service fetch something. */
const WEB_OUTCOMES = new Set<QueueAction['outcome']>(['saved', 'changes'])

const { action: ACTION, items: ITEMS, query: QUERY, preview: PREVIEW } = changeItems.fields
/** The item actions that `change_items` runs: those that destroy nothing, so that no client has to ask before. */
const BATCHED = itemActions.filter(
  ({ name, destroys }) => destroys !== true && ACTION!.choices!.includes(name),
)

/** The argument that names them. */
export const BATCH_ACTIONS: Field = { ...ACTION!, choices: BATCHED.map(({ name }) => name) }

export const changeItemsTool: Tool = {
  ...actionTool(changeItems),
  inputSchema: inputSchema({
    ...changeItems.fields,
    action: BATCH_ACTIONS,
  }),
}

/** Removing has a tool of its own, for clients that ask before destructive tools. */
export const removeItemsTool: Tool = {
  name: 'remove_items',
  title: 'Remove items',
  description: 'Put items into the trash for 30 days.',
  inputSchema: inputSchema({ items: ITEMS!, query: QUERY!, preview: PREVIEW! }),
  outputSchema: outcomeSchemas.changes,
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
}

const text: JsonSchema = { type: 'string' }

/** One tool for the actions on saved searches, and in few words, because every client pays for each. */
export const saveSearchTool: Tool = {
  ...actionTool(saveSearch),
  description: 'Save, edit or remove a search by its name; list_tags lists them.',
  inputSchema: argumentsOf(
    {
      name: text,
      query: { ...text, description: 'As q of list_queue' },
      sort: { ...text, description: 'Its order' },
      rename: { ...text, description: 'New name' },
      remove: { type: 'boolean', description: 'Remove it' },
    },
    ['name'],
  ),
}

const EDIT = actionTool(editItem)

/** One tool for the title and note of an item and for its highlights, because every client pays for each. */
export const editItemTool: Tool = {
  ...EDIT,
  description:
    'Change title or note; an empty text clears it. Or highlight a `quote`, or edit a `highlight`.',
  inputSchema: argumentsOf({
    ...EDIT.inputSchema.properties,
    quote: { ...text, description: 'Passage of its text' },
    prefix: { ...text, description: 'Text before it' },
    suffix: { ...text, description: 'And after' },
    colour: { ...text, enum: [...COLOURS] },
    highlight: { ...text, description: 'Its id' },
    remove: { type: 'boolean', description: 'Remove it' },
  }),
}

/** The actions on highlights. */
const OF_HIGHLIGHTS = [highlightItem, editHighlight, removeHighlight].map(({ name }) => name)

const UNDO = actionTool(undoChange)

/** Undoing also withdraws what has only been suggested. */
export const undoChangeTool: Tool = {
  ...UNDO,
  inputSchema: argumentsOf({
    ...UNDO.inputSchema.properties,
    suggestion: { type: 'string', description: 'Or withdraw this one' },
  }),
}

/** The name of the tool that runs an action. */
export function toolFor(action: Pick<Action, 'name'>): string {
  if (action.name === removeItem.name) return removeItemsTool.name
  if (OF_HIGHLIGHTS.includes(action.name)) return editItemTool.name
  if (action.name === importLinks.name) return toolName(saveLinks.name)
  if (action.name === editSearch.name || action.name === removeSearch.name) return saveSearchTool.name
  return BATCHED.some(({ name }) => name === action.name) ? changeItemsTool.name : toolName(action.name)
}

/** A tool as clients list it, who pay for each member: with as much of its results as they always have. */
export function listedTool(tool: Tool): Tool {
  const { properties = {}, required = [] } = tool.outputSchema
  const always = Object.entries(properties).filter(([name]) => required.includes(name))
  return {
    ...tool,
    outputSchema: objectOf(Object.fromEntries(always), required),
  }
}

/** Converts an action's name to a tool name: `mark-read` becomes `mark_read`. */
export function toolName(actionName: string): string {
  return actionName.replaceAll('-', '_')
}

/** A tool that only reads. */
export function readOnlyTool(tool: Omit<Tool, 'annotations'>): Tool {
  return {
    ...tool,
    annotations: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
  }
}
