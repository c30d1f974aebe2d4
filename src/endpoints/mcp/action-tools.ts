import { Failure } from '../../failure.ts'
import { agentCaller } from '../../http/caller.ts'
import { changedItem } from '../../mcp/item.ts'
import { actIn, changesOutcome, savedOutcome, undoneOutcome } from '../../mcp/outcome.ts'
import { toolResult } from '../../mcp/result.ts'
import { actionTool, changeItemsTool, removeItemsTool, toolFor, toolName } from '../../mcp/tool.ts'
import type { ItemAction, Outcomes, QueueAction, QueueActionWith } from '../../queue/actions/action.ts'
import { changeItems, itemActions, queueActions } from '../../queue/actions/catalogue.ts'
import { removeItem } from '../../queue/actions/remove-item.ts'
import { runItemAction, runQueueAction } from '../../queue/actions/run-action.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { namedItem, type RunnableTool } from './runnable-tool.ts'

const batchTools: RunnableTool[] = [
  {
    ...queueActionTool(changeItems, rejectRemoving),
    tool: changeItemsTool,
  },
  {
    ...queueActionTool(changeItems, (input) => ({ ...input, action: [removeItem.name] })),
    tool: removeItemsTool,
  },
]

/** The actions of the catalogue as tools. */
export const actionTools: RunnableTool[] = [
  ...queueActions.filter(({ outcome }) => outcome === 'saved').map((action) => queueActionTool(action)),
  ...batchTools,
  ...itemActions.filter((action) => toolFor(action) === toolName(action.name)).map(itemActionTool),
  ...queueActions.filter(({ outcome }) => outcome === 'undone').map((action) => queueActionTool(action)),
]

/** Throws `invalid_input` if a batch would remove items. */
function rejectRemoving(input: RawInput): RawInput {
  const groups = [input, ...(Array.isArray(input['changes']) ? (input['changes'] as unknown[]) : [])]
  for (const group of groups) {
    const action = JSON.stringify((group as RawInput | null)?.['action'] ?? '').replaceAll('_', '-')
    if (!action.includes(removeItem.name)) continue
    throw new Failure('invalid_input', `Removing has a tool of its own: call ${removeItemsTool.name}.`)
  }
  return input
}

function queueActionTool(
  action: QueueAction,
  adapt: (input: RawInput) => RawInput = (input) => input,
): RunnableTool {
  return {
    tool: actionTool(action),
    async run(services, bearer, input) {
      const caller = agentCaller(services, bearer)
      const run = <G extends keyof Outcomes>(action: QueueActionWith<G>) =>
        runQueueAction(services, { accountId: bearer.accountId, caller, action }, adapt(input))
      switch (action.outcome) {
        case 'saved':
          return toolResult(savedOutcome(await run(action)))
        case 'changes':
          return toolResult(changesOutcome(await run(action)))
        case 'undone':
          return toolResult(undoneOutcome(await run(action)))
      }
    },
  }
}

function itemActionTool(action: ItemAction): RunnableTool {
  return {
    tool: actionTool(action),
    async run(services, bearer, input) {
      const { id } = await namedItem(services, bearer, input)
      const caller = agentCaller(services, bearer)
      const { id: _, url: __, ...given } = input
      const outcome = await runItemAction(
        services,
        { accountId: bearer.accountId, caller, action, itemId: id },
        given,
      )
      const { item, isChanged, act } = outcome
      return toolResult({ changed: isChanged, ...actIn(act), item: changedItem(item) })
    },
  }
}
