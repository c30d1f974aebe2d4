import type { Api } from './api.ts'
import { Failure } from './failure.ts'
import { type ActionCache, findRootAction } from './root-action.ts'
import type { Entity } from './siren.ts'

/** The first page of the results of a search. */
export async function searchQueue(
  api: Api,
  fields: Record<string, string>,
  cache: ActionCache,
): Promise<Entity> {
  const { entity } = await api.submit(await findRootAction(api, 'search', cache), fields)
  if (!entity) throw new Failure('not_the_service')
  return entity
}
