import { findEntryAction } from './entry-action.ts'
import type { Api } from './api.ts'
import { Failure } from './failure.ts'
import type { RememberedAction } from './save.ts'
import type { Entity } from './siren.ts'

/** The first page of what a search of the queue finds. */
export async function searchQueue(
  api: Api,
  fields: Record<string, string>,
  remembered: RememberedAction,
): Promise<Entity> {
  const { entity } = await api.submit(await findEntryAction(api, 'search', remembered), fields)
  if (!entity) throw new Failure('not_the_service')
  return entity
}
