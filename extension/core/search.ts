import type { Api } from './api.ts'
import { Failure } from './failure.ts'
import type { RememberedAction } from './save.ts'
import { type Action, actionOf, type Entity } from './siren.ts'

/** The service's advertised `search`. */
export async function searchAction(api: Api, remembered: RememberedAction): Promise<Action> {
  const known = await remembered.get()
  if (known) return known
  const action = actionOf(await api.entry(), 'search')
  if (!action) throw new Failure('not_the_service')
  await remembered.set(action)
  return action
}

/** The first page of what a search of the queue finds. */
export async function searchQueue(
  api: Api,
  fields: Record<string, string>,
  remembered: RememberedAction,
): Promise<Entity> {
  const { entity } = await api.submit(await searchAction(api, remembered), fields)
  if (!entity) throw new Failure('not_the_service')
  return entity
}
