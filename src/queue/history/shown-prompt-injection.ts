import type { Database } from '../../database/database.ts'
import type { Clock } from '../../ports/clock.ts'
import { containsPromptInjection } from '../../text/prompt-injection.ts'
import type { Highlight } from '../highlights/highlight.ts'
import type { Item } from '../model/item.ts'
import type { Change, RecordedItem } from './change.ts'
import { saveInjectionSource } from './content-access.ts'
import type { AccountId, ItemId } from '../../ids.ts'

const FROM_PAGES = ['siteName', 'author', 'excerpt'] as const

/** An item, or some of its fields, as a list or a view shows it. */
export type ShownItem = Pick<Item, 'id' | 'version'> &
  Partial<
    Pick<
      Item,
      | 'pageTitle'
      | (typeof FROM_PAGES)[number]
      | 'givenTitle'
      | 'titleBy'
      | 'note'
      | 'noteBy'
      | 'request'
      | 'requestBy'
      | 'answer'
      | 'answerBy'
      | 'reason'
      | 'savedBy'
    >
  >

/** Who is shown something, if it is an agent. */
type Reader = { accountId: AccountId; agent: { id: string }; isOwnExtension: boolean }

type Cache = { get(key: string): unknown; set(key: string, value: string): unknown }

/** Whether what pages and agents, and not the person, wrote of an item contains prompt injection. */
export function itemContainsPromptInjection(item: ShownItem, passage = ''): Promise<boolean> {
  const { givenTitle, titleBy, pageTitle, note, noteBy, reason, savedBy } = item
  const { request, requestBy, answer, answerBy } = item
  const title = givenTitle ? titleBy && givenTitle : pageTitle
  const byAgents = [noteBy && note, requestBy && request, answerBy && answer, savedBy && reason]
  const texts = [title, ...FROM_PAGES.map((name) => item[name]), ...byAgents, passage]
  return containsPromptInjection(texts.filter(Boolean).join('\n\n'))
}

/** What of highlights others may have written, as a passage that is shown of their item; undefined if there are none. */
export function textOfHighlights(highlights: readonly Highlight[] = []): string | undefined {
  if (highlights.length === 0) return undefined
  return highlights.flatMap(({ exact, note }) => [exact, note ?? '']).join('\n\n')
}

/** The first of these items that contains prompt injection; the result is cached for each version of an item. */
export async function findInjectionSource(
  cache: Cache,
  accountId: AccountId,
  shown: { item: ShownItem; passage?: string | undefined }[],
): Promise<string | undefined> {
  for (const { item, passage } of shown) {
    const extent = item.excerpt === undefined ? 'row' : 'whole'
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

/** The item of the first change that shows prompt injection: in its title, or in what an agent or the service wrote. */
export async function findInjectionSourceInChanges(
  changes: Change[],
  titles: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const textOf = ({ itemId, actor, before, after }: Change) =>
    [titles.get(itemId) ?? '', ...(actor.kind === 'person' ? [] : [before, after].flatMap(textsIn))].join(
      '\n\n',
    )
  // Hardly ever is there any, and one long text takes less time than many short ones.
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

/** Records that an agent was shown the prompt injection in an item; the service's own extension is the person. */
export async function recordPromptInjection(
  services: { db: Database; clock: Clock },
  { accountId, agent, isOwnExtension }: Reader,
  itemId: ItemId | undefined,
): Promise<void> {
  if (itemId === undefined || isOwnExtension) return
  await saveInjectionSource(services, { accountId, clientId: agent.id, itemId })
}
