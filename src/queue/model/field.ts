import type { ExtractionChoice } from '../../settings/extraction-choice.ts'
import type { Agent } from './actor.ts'
import type { Content, Snapshot } from './content.ts'

/** The TypeScript types of fields, by type name. Times are milliseconds since 1970. */
export type FieldTypes = {
  text: string
  integer: number
  /** From 0 to 1. */
  fraction: number
  instant: number
  /** Sorted, normalised. */
  tags: string[]
  agent: Agent
  content: Content
  snapshot: Snapshot
  extraction: ExtractionChoice
}
export type TypeName = keyof FieldTypes

/**
 * Where a field is shown:
 * - `api`: among the item's properties in the API and in the export
 * - `change`: before and after a change, in the API and to agents
 * - `tool`: what MCP tells of an item
 * - `result`: what MCP answers to a change of an item
 * - `row`: what a row of an MCP list says besides the usual, where that is asked for
 * - `csv`: as the last columns of an export as CSV
 * - `markdown`: as the last properties of a note in an export as Markdown
 * - `card`: with its label, in the line above the title in lists
 * - `details`: in the table on the item's page
 * - `history`: what it was and became, in the history that people see
 */
export type View =
  'api' | 'change' | 'tool' | 'result' | 'row' | 'csv' | 'markdown' | 'card' | 'details' | 'history'

export type Field = {
  /** In `items`; a type that takes several columns adds to this name. */
  column: string
  /** With `?` if it may be null. */
  type: TypeName | `${TypeName}?`
  /** Its name in the API, if different. */
  property?: string
  /** Whether a search finds the item by its words. */
  search?: true
  /**
   * For a text that agents may write: the field with the agent that wrote it, which is null if it was the person. It is
   * searched for prompt injection.
   */
  by?: string
  /** For a number that is set, from 1 to this. A search has a condition on it, such as `rating:4` and `rating:>3`. */
  max?: number
  /** The names of the search conditions on a time or duration: below a value, and above it. */
  conditions?: readonly [below: string, above: string]
  /**
   * The name of an order of lists by it, the highest or latest first, in which items without it are left out. The column
   * has an index `items_by_` and its name, which a search with a condition on it uses too.
   */
  sort?: string
  /** Whether an import takes it back from our own export: a text on one line, a number up to `max`, or an instant. */
  import?: true
  views: readonly View[]
} & (
  | {
      /** Its origin: the link, the page (so it belongs to the copy), or the queue itself. */
      from: 'link' | 'page' | 'queue'
      undo?: never
    }
  | {
      /**
       * Set if a person or an agent can change and undo it: the name of what is undone, for the middle of a sentence.
       * Fields with the same name are one thing: they are undone together, or left together.
       */
      undo: string
      from?: never
    }
)
