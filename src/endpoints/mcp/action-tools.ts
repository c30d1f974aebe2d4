import { agentCaller } from '../../http/caller.ts'
import { changedItem } from '../../mcp/item.ts'
import { actIn, changesOutcome, savedOutcome, undoneOutcome } from '../../mcp/outcome.ts'
import { toolResult } from '../../mcp/result.ts'
import { actionTool } from '../../mcp/tool.ts'
import type { ItemAction, Outcomes, QueueAction, QueueActionWith } from '../../queue/actions/action.ts'
import { itemActions, queueActions } from '../../queue/actions/catalogue.ts'
import { runItemAction, runQueueAction } from '../../queue/actions/run-action.ts'
import { namedItem, type RunnableTool } from './runnable-tool.ts'

/** Every action of the catalogue as a tool. */
export const actionTools: RunnableTool[] = [
  ...queueActions.map(queueActionTool),
  ...itemActions.map(itemActionTool),
]

function queueActionTool(action: QueueAction): RunnableTool {
  return {
    tool: actionTool(action),
    async run(services, bearer, input) {
      const caller = agentCaller(services, bearer)
      const run = <G extends keyof Outcomes>(action: QueueActionWith<G>) =>
        runQueueAction(services, { accountId: bearer.accountId, caller, action }, input)
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
      const outcome = await runItemAction(
        services,
        { accountId: bearer.accountId, caller, action, itemId: id },
        input,
      )
      const { item, isChanged, act } = outcome
      return toolResult({ changed: isChanged, ...actIn(act), item: changedItem(item) })
    },
  }
}
