import type { Database } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import { containsPromptInjection } from '../../text/prompt-injection.ts'
import type { Highlight } from '../highlights/highlight.ts'
import { entryOf, FIELD_NAMES, type FieldLike, ITEM_FIELDS } from '../model/fields.ts'
import type { Item } from '../model/item.ts'
import type { Change, RecordedItem } from './change.ts'
import { saveInjectionSource } from './content-access.ts'
import type { AccountId, ItemId } from '../../ids.ts'

type PageText = FieldLike<{ from: 'page'; search: true }>
type WrittenText = FieldLike<{ by: string }>
type Author = (typeof ITEM_FIELDS)[WrittenText]['by']

const PAGE_TEXTS = FIELD_NAMES.filter(
  (name) => entryOf(name).from === 'page' && entryOf(name).search,
) as PageText[]
const WRITTEN_TEXTS = FIELD_NAMES.filter((name) => entryOf(name).by !== undefined) as WrittenText[]

/** An item, or some of its fields, as a list or a view shows it. */
export type ShownItem = Pick<Item, 'id' | 'version'> & Partial<Pick<Item, PageText | WrittenText | Author>>

/** The agent that is shown something. */
type Reader = { accountId: AccountId; agent: { id: string }; isOwnExtension: boolean }

type Cache = { get(key: string): unknown; set(key: string, value: string): unknown }

/**
 * Whether an item contains prompt injection in a text that the page or an agent wrote. A text of the person isn't searched,
 * nor a title of the page in place of which another one is shown.
 */
export function itemContainsPromptInjection(item: ShownItem, passage = ''): Promise<boolean> {
  const fromPage = PAGE_TEXTS.filter((name) => name !== 'pageTitle' || !item.givenTitle)
  const byAgents = WRITTEN_TEXTS.filter((name) => item[ITEM_FIELDS[name].by])
  const texts = [...fromPage, ...byAgents].map((name) => item[name])
  return containsPromptInjection([...texts, passage].filter(Boolean).join('\n\n'))
}

/** Quotes and notes of highlights, joined; undefined if there are no highlights. */
export function textOfHighlights(highlights: readonly Highlight[] = []): string | undefined {
  if (highlights.length === 0) return undefined
  return highlights.flatMap(({ exact, note }) => [exact, note ?? '']).join('\n\n')
}

/** The id of the first item that contains prompt injection; the result is cached for each version of an item. */
export async function findInjectionSource(
  cache: Cache,
  accountId: AccountId,
  shown: { item: ShownItem; passage?: string | undefined }[],
): Promise<string | undefined> {
  for (const { item, passage } of shown) {
    const extent = item.excerpt === undefined ? 'summary' : 'full'
    const key = `prompt-injection ${accountId} ${item.id} ${item.version} ${extent}`
    const known = passage ? undefined : cache.get(key)
    if (known === 'none') continue
    if (known === 'some' || (await itemContainsPromptInjection(item, passage))) {
      if (!passage) cache.set(key, 'some')
      return item.id
    }
    if (!passage) cache.set(key, 'none')
  }
  return undefined
}

/** The item of the first change that shows prompt injection: in the item's title, or in a text of an agent or the service. */
export async function findInjectionSourceInChanges(
  changes: Change[],
  titles: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const textOf = ({ itemId, actor, before, after }: Change) =>
    [titles.get(itemId) ?? '', ...(actor.kind === 'person' ? [] : [before, after].flatMap(textsIn))].join(
      '\n\n',
    )
  // Usually there is none, and one long text takes less time than many short ones.
  if (changes.length === 0 || !(await containsPromptInjection(changes.map(textOf).join('\n\n'))))
    return undefined
  for (const change of changes) if (await containsPromptInjection(textOf(change))) return change.itemId
  return undefined
}

function textsIn(fields: Partial<RecordedItem> | null): string[] {
  const { highlights = {}, ...own } = fields ?? {}
  const marked = Object.values(highlights).flatMap((highlight) => [highlight?.exact, highlight?.note])
  return [...Object.values(own), ...marked].filter((value) => typeof value === 'string')
}

/** Records that an agent was shown the prompt injection in an item. The service's own extension doesn't count as an agent. */
export async function recordPromptInjection(
  services: { db: Database; clock: Clock },
  { accountId, agent, isOwnExtension }: Reader,
  itemId: ItemId | undefined,
): Promise<void> {
  if (itemId === undefined || isOwnExtension) return
  await saveInjectionSource(services, { accountId, clientId: agent.id, itemId })
}
