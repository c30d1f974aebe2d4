import { Failure, invalidField } from '../../failure.ts'
import { agentCaller } from '../../http/caller.ts'
import { changedItem } from '../../mcp/item.ts'
import { actIn, changesOutcome, savedOutcome, undoneOutcome } from '../../mcp/outcome.ts'
import { highlightRow } from '../../mcp/highlight.ts'
import { plainResult, toolResult, type ToolResult } from '../../mcp/result.ts'
import {
  actionTool,
  changeItemsTool,
  editItemTool,
  removeItemsTool,
  saveSearchTool,
  toolFor,
  toolName,
  undoChangeTool,
} from '../../mcp/tool.ts'
import type { Caller } from '../../queue/caller.ts'
import type {
  Changes,
  ItemAction,
  Outcomes,
  QueueActionWith,
  ToolAction,
} from '../../queue/actions/action.ts'
import { changeItems, itemActions, queueActions } from '../../queue/actions/catalogue.ts'
import { dismissSuggestions } from '../../queue/actions/decide-suggestion.ts'
import { removeItem } from '../../queue/actions/remove-item.ts'
import { editHighlight } from '../../queue/actions/edit-highlight.ts'
import { editItem } from '../../queue/actions/edit-item.ts'
import { highlightItem } from '../../queue/actions/highlight-item.ts'
import { removeHighlight } from '../../queue/actions/remove-highlight.ts'
import { editSearch, removeSearch, saveSearch } from '../../queue/actions/save-search.ts'
import { undoChange } from '../../queue/actions/undo-change.ts'
import { findSuggestion } from '../../queue/suggestions/suggestion-row.ts'
import { runItemAction, runQueueAction } from '../../queue/actions/run-action.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { isAbsent, isBlank } from '../../queue/input/field-value.ts'
import { previewSuggestion } from '../../queue/suggestions/run-or-suggest.ts'
import type { Services } from '../../services.ts'
import { rejectOtherActions } from './batch-actions.ts'
import { describeSavedSearch } from './describe-list.ts'
import { type McpCall, namedItem, type RunnableTool } from './runnable-tool.ts'
import type { AccountId } from '../../ids.ts'

const batchTools: RunnableTool[] = [
  {
    ...queueActionTool(changeItems, rejectOtherActions),
    tool: changeItemsTool,
  },
  {
    ...queueActionTool(changeItems, (input) => {
      const { items, query } = input
      // Unlike a batch, it has no `changes` that could name the items.
      if (isBlank(items) && isBlank(query)) throw invalidField('items', '"items" or "query" is required.')
      return { ...input, action: [removeItem.name] }
    }),
    tool: removeItemsTool,
  },
]

/** The actions of the catalogue as tools. */
export const actionTools: RunnableTool[] = [
  ...queueActions.filter((action) => action.outcome === 'saved').map((action) => queueActionTool(action)),
  ...batchTools,
  ...itemActions
    .filter((action) => action !== editItem && toolFor(action) === toolName(action.name))
    .map(itemActionTool),
  {
    tool: editItemTool,
    run: (services, call, input) =>
      runItemActionTool(services, call, { action: chooseEditAction(input), input }),
  },
  {
    tool: saveSearchTool,
    run: (services, call, input) =>
      runQueueActionTool(services, call, { action: chooseSearchAction(input), input }),
  },
  { ...queueActionTool(undoChange), tool: undoChangeTool, run: undoOrWithdraw },
]

/** The arguments of `edit_item` that change something, or name what to change. */
const EDITS = ['title', 'note', 'append', 'quote', 'highlight']

/** Highlights a quote, edits or removes the highlight of an id, or edits the item itself. */
function chooseEditAction(input: RawInput): ItemAction {
  const { quote, highlight, remove } = input
  const { remove: isRemoving = false } = parseInput(REMOVE, { remove })
  rejectWithoutQuote(input)
  if (!isRemoving && EDITS.every((name) => isAbsent(input[name]))) {
    throw new Failure(
      'invalid_input',
      'Nothing to change was given. Give a "title", a "note", "append", a "quote" to highlight, or the "highlight" to edit.',
    )
  }
  if (!isAbsent(quote) && (!isAbsent(highlight) || isRemoving))
    throw invalidField('quote', 'Give "quote" for a new highlight, or "highlight" for one that there is.')
  if (!isAbsent(quote)) return highlightItem
  if (isRemoving) return removeHighlight
  return isAbsent(highlight) ? editItem : editHighlight
}

/** Throws `invalid_input` if an argument describes a highlight, but none is given. */
function rejectWithoutQuote({ quote, highlight, prefix, suffix, colour }: RawInput): void {
  if (!isAbsent(quote)) return
  const contextName = !isAbsent(prefix) ? 'prefix' : !isAbsent(suffix) ? 'suffix' : undefined
  if (contextName)
    throw invalidField(contextName, `"${contextName}" needs the "quote" that it stands beside.`)
  if (!isAbsent(colour) && isAbsent(highlight)) {
    throw invalidField(
      'colour',
      '"colour" needs a "quote" for a new highlight, or the "highlight" whose colour it is to be.',
    )
  }
}

/** Saves a query under a name; a new name, or no query, edits the search that has the name. */
function chooseSearchAction({ remove, rename, query }: RawInput): ToolAction & { scope: 'queue' } {
  const { remove: isRemoving = false } = parseInput(REMOVE, { remove })
  if (isRemoving) return removeSearch
  return isAbsent(rename) && !isAbsent(query) ? saveSearch : editSearch
}

const REMOVE = { remove: { kind: 'flag', title: 'Remove' } } as const

/** Undoes a change, or withdraws a suggestion that the caller made; it can't withdraw those of others. */
async function undoOrWithdraw(services: Services, call: McpCall, input: RawInput): Promise<ToolResult> {
  const { suggestion, ...undo } = input
  if (isBlank(suggestion)) return runQueueActionTool(services, call, { action: undoChange, input: undo })
  if (typeof suggestion !== 'string' || !isBlank(undo['change']))
    throw invalidField('suggestion', 'Give "change", or as "suggestion" the id of one, not both.')
  const { accountId, agent } = call.bearer
  const known = await findSuggestion(services.db, accountId, suggestion)
  const caller = agentCaller(services, call.bearer)
  const withdrawn =
    known?.agent.id === agent.id
      ? await dismissSuggestions(services, { accountId, caller, ids: [suggestion] })
      : 0
  const words =
    withdrawn > 0
      ? 'Withdrawn. Nothing had been changed.'
      : 'No suggestion of yours with this id is waiting; the person may have decided it.'
  return plainResult({ words, changed: [] })
}

function queueActionTool(
  action: ToolAction & { scope: 'queue' },
  adapt: (input: RawInput) => RawInput = (input) => input,
): RunnableTool {
  return {
    tool: actionTool(action),
    run: (services, call, input) => runQueueActionTool(services, call, { action, input: adapt(input) }),
  }
}

async function runQueueActionTool(
  services: Services,
  call: McpCall,
  { action, input }: { action: ToolAction & { scope: 'queue' }; input: RawInput },
): Promise<ToolResult> {
  const { bearer } = call
  const caller = agentCaller(services, bearer)
  const run = <G extends keyof Outcomes>(action: QueueActionWith<G>) =>
    runQueueAction(services, { accountId: bearer.accountId, caller, action }, input)
  switch (action.outcome) {
    case 'saved':
      return toolResult(savedOutcome(await run(action)))
    case 'changes':
      return toolResult(
        await changesResult(services, { accountId: bearer.accountId, caller }, await run(action)),
      )
    case 'search':
      return toolResult(await describeSavedSearch(services, call, await run(action)))
    case 'undone':
      return toolResult(undoneOutcome(await run(action)))
  }
}

/** The result of a batch; a preview says if the change itself would only be suggested. */
async function changesResult(
  services: Services,
  { accountId, caller }: { accountId: AccountId; caller: Caller },
  changes: Changes,
): Promise<Record<string, unknown>> {
  const outcome = changesOutcome(changes)
  const words = changes.isPreview && (await previewSuggestion(services, accountId, caller))
  return words ? { ...outcome, words: [outcome['words'], words].filter(Boolean).join(' ') } : outcome
}

/** Throws `invalid_input` for arguments of another action of the same tool. */
function rejectOthers(given: RawInput, { fields, title }: ItemAction): void {
  const other = Object.keys(given).find((name) => !isBlank(given[name]) && !Object.hasOwn(fields, name))
  if (other !== undefined)
    throw invalidField(other, `"${other}" does not go with "${title}". Give it in a call of its own.`)
}

function itemActionTool(action: ItemAction): RunnableTool {
  return {
    tool: actionTool(action),
    run: (services, call, input) => runItemActionTool(services, call, { action, input }),
  }
}

async function runItemActionTool(
  services: Services,
  call: McpCall,
  { action, input }: { action: ItemAction; input: RawInput },
): Promise<ToolResult> {
  const { bearer } = call
  const { id } = await namedItem(services, call, input)
  const caller = agentCaller(services, bearer)
  const { id: _, url: __, remove: ___, ...given } = input
  rejectOthers(given, action)
  const outcome = await runItemAction(
    services,
    { accountId: bearer.accountId, caller, action, itemId: id },
    given,
  )
  const { item, isChanged, act } = outcome
  const [highlight] = Object.values(item.highlights ?? {})
  return toolResult({
    changed: isChanged,
    ...actIn(act),
    item: changedItem(item),
    ...(highlight && { highlight: highlightRow(highlight) }),
  })
}
