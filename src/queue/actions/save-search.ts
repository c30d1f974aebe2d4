import { Failure, invalidField } from '../../failure.ts'
import { undoableAct } from '../history/act.ts'
import type { QueueChange } from '../change/queue-change.ts'
import { authorOf } from '../model/actor.ts'
import {
  isSameSearch,
  MAX_SAVED_SEARCHES,
  NAME_FIELD,
  QUERY_FIELD,
  requireLinkable,
  requireQuery,
  type SavedSearch,
  SORT_FIELD,
  sortNamed,
} from '../saved-searches/saved-search.ts'
import { findSavedSearch, listSavedSearches } from '../saved-searches/saved-search-row.ts'
import { queueAction, type SearchOutcome } from './action.ts'

/** Saving is idempotent, and the same name again gets the new query, so an agent may retry. */
export const saveSearch = queueAction({
  name: 'save-search',
  title: 'Save a search',
  description: 'Save a query under a name; one that has this name gets the new query.',
  path: 'save-search',
  outcome: 'search',
  fields: {
    name: { ...NAME_FIELD, required: true },
    query: { ...QUERY_FIELD, required: true },
    sort: SORT_FIELD,
  },
  async run(queueChange, { name, query, sort }) {
    requireLinkable(name, 'name')
    requireQuery(query, authorOf(queueChange.actor))
    const existing = (await findSavedSearch(queueChange.tx, queueChange.accountId, name)) ?? null
    if (existing === null) await requireRoom(queueChange)
    return replaceSavedSearch(queueChange, existing, {
      id: existing?.id ?? queueChange.random.id(),
      name,
      query,
      sort: sortNamed(sort),
    })
  },
})

/** A repeat finds the new name already given, and changes nothing. */
export const editSearch = queueAction({
  name: 'edit-search',
  title: 'Edit a saved search',
  description: 'Change the name, query or order of a saved search. What is left out stays.',
  path: 'edit-search',
  outcome: 'search',
  fields: {
    name: { ...NAME_FIELD, required: true },
    rename: { ...NAME_FIELD, title: 'New name' },
    query: QUERY_FIELD,
    sort: SORT_FIELD,
  },
  async run(queueChange, { name, rename, query, sort }) {
    const { tx, accountId } = queueChange
    if (rename !== undefined && rename !== name) requireLinkable(rename, 'rename')
    if (query !== undefined) requireQuery(query, authorOf(queueChange.actor))
    const namesake = rename === undefined ? undefined : await findSavedSearch(tx, accountId, rename)
    const existing = (await findSavedSearch(tx, accountId, name)) ?? namesake
    if (!existing) throw await unknownSearch(queueChange, name)
    if (namesake && namesake.id !== existing.id) {
      throw invalidField(
        'rename',
        `Another saved search is called “${namesake.name}”. Choose a different name.`,
      )
    }
    return replaceSavedSearch(queueChange, existing, {
      id: existing.id,
      name: rename ?? existing.name,
      query: query ?? existing.query,
      sort: sort === undefined ? existing.sort : sortNamed(sort),
    })
  },
})

/** A repeat is refused, since the name may belong to another search by then. */
export const removeSearch = queueAction({
  name: 'remove-search',
  title: 'Remove a saved search',
  description: 'Remove a saved search. The items that it finds stay.',
  path: 'remove-search',
  outcome: 'search',
  fields: { name: { ...NAME_FIELD, required: true } },
  async run(queueChange, { name }) {
    const existing = await findSavedSearch(queueChange.tx, queueChange.accountId, name)
    if (!existing) throw await unknownSearch(queueChange, name)
    return replaceSavedSearch(queueChange, existing, null)
  },
})

async function replaceSavedSearch(
  queueChange: QueueChange,
  before: SavedSearch | null,
  after: SavedSearch | null,
): Promise<SearchOutcome> {
  if (!isSameSearch(before, after)) await queueChange.saveSearch(before, after)
  const search = after ?? before!
  return { search, isNew: before === null, isRemoved: after === null, act: undoableAct(queueChange.changes) }
}

async function requireRoom({ tx, accountId }: QueueChange): Promise<void> {
  const searches = await listSavedSearches(tx, accountId)
  if (searches.length < MAX_SAVED_SEARCHES) return
  throw new Failure(
    'limit_reached',
    `You have ${MAX_SAVED_SEARCHES} saved searches, which is the most there can be. Remove one first.`,
  )
}

/** Names those that there are, up to a few. */
async function unknownSearch({ tx, accountId }: QueueChange, name: string): Promise<Failure> {
  const names = (await listSavedSearches(tx, accountId)).map((search) => `“${search.name}”`)
  const shown = names.slice(0, MAX_NAMED).join(', ')
  const others =
    names.length === 0
      ? 'There is none yet: save one with a query.'
      : `There are ${shown}${names.length > MAX_NAMED ? ' and others' : ''}.`
  return invalidField('name', `There is no saved search called “${name}”. ${others}`)
}

/** Saved searches that a refusal names. */
const MAX_NAMED = 5
