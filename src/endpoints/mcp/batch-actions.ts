import { Failure } from '../../failure.ts'
import { BATCH_ACTIONS, removeItemsTool } from '../../mcp/tool.ts'
import { removeItem } from '../../queue/actions/remove-item.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { listIn } from '../../queue/input/list-value.ts'
import { parseInput } from '../../queue/input/parse-input.ts'

/** Throws `invalid_input` if a batch would remove items, or names an action that there is not. */
export function rejectOtherActions(input: RawInput): RawInput {
  const groups = [input, ...(Array.isArray(input['changes']) ? (input['changes'] as unknown[]) : [])]
  for (const group of groups) {
    const action = (group as RawInput | null)?.['action']
    if (actionNames(action).some((name) => REMOVING.has(name)))
      throw new Failure('invalid_input', `Removing has a tool of its own: call ${removeItemsTool.name}.`)
    parseInput({ action: BATCH_ACTIONS }, { action })
  }
  return input
}

/** The action, and the name of the tool that agents may mistake for one. */
const REMOVING = new Set([removeItem.name, 'remove-items'])

/** The names in an `action` argument: a list, or a text that is a JSON list or has commas. */
function actionNames(action: unknown): string[] {
  return [listIn(action)]
    .flat()
    .filter((entry) => typeof entry === 'string')
    .flatMap((entry) => entry.split(','))
    .map((name) => name.trim().replaceAll('_', '-'))
}
