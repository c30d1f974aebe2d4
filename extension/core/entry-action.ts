import type { Api } from './api.ts'
import { Failure } from './failure.ts'
import type { RememberedAction } from './save.ts'
import { type Action, actionOf } from './siren.ts'

/** An action that the service offers at its entry point, remembered so that it is asked for once. */
export async function findEntryAction(api: Api, name: string, remembered: RememberedAction): Promise<Action> {
  const known = await remembered.get()
  if (known) return known
  const action = actionOf(await api.entry(), name)
  if (!action) throw new Failure('not_the_service')
  await remembered.set(action)
  return action
}
