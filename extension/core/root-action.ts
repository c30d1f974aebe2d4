import type { Api } from './api.ts'
import { Failure } from './failure.ts'
import { type Action, actionOf } from './siren.ts'

/** Stores one action of the API's root, so that submitting it takes one request. */
export type ActionCache = { get(): Promise<Action | undefined>; set(action: Action): Promise<void> }

/** An action that the service offers at the root of its API, from the cache if it is there. */
export async function findRootAction(api: Api, name: string, cache: ActionCache): Promise<Action> {
  const cached = await cache.get()
  if (cached) return cached
  const action = actionOf(await api.root(), name)
  if (!action) throw new Failure('not_the_service')
  await cache.set(action)
  return action
}
