import type { ExportSource } from '../../library/export/export-source.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import { SECOND } from '../../ports/clock.ts'
import { recordContentAccess } from '../../queue/history/content-access.ts'
import {
  itemContainsPromptInjection,
  recordPromptInjection,
} from '../../queue/history/shown-prompt-injection.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Services } from '../../services.ts'
import { containsPromptInjection } from '../../text/prompt-injection.ts'
import type { ItemId } from '../../ids.ts'

/** Milliseconds in which the articles of an export are recorded as read once, so that thousands don't write thousands of times. */
const RECORD_INTERVAL = SECOND

/**
 * The same source, whose articles count as read by the agent as if it had asked for each: the last one is recorded, and
 * at once any that contains prompt injection; so is an item whose other texts do.
 */
export function withReadRecording(services: Services, bearer: Bearer, source: ExportSource): ExportSource {
  const { accountId, agent } = bearer
  let unrecorded: { itemId: ItemId; text: string } | undefined
  let recordedAt = 0
  let injectionAt = 0

  async function recordArticle(read: { itemId: ItemId; text: string }): Promise<void> {
    unrecorded = undefined
    recordedAt = services.clock.now()
    await recordContentAccess(services, { accountId, clientId: agent.id, ...read })
  }

  async function trackArticle(itemId: ItemId, text: string): Promise<void> {
    const now = services.clock.now()
    const hasInjection = now - injectionAt >= RECORD_INTERVAL && (await containsPromptInjection(text))
    if (hasInjection) injectionAt = now
    if (hasInjection || now - recordedAt >= RECORD_INTERVAL) await recordArticle({ itemId, text })
    else unrecorded = { itemId, text: '' }
  }

  async function trackItem(item: Item): Promise<void> {
    const now = services.clock.now()
    if (now - injectionAt < RECORD_INTERVAL || !(await itemContainsPromptInjection(item))) return
    injectionAt = now
    await recordPromptInjection(services, bearer, item.id)
  }

  async function* recorded(items: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
    try {
      for await (const item of items) {
        await trackItem(item)
        yield item
      }
    } finally {
      if (unrecorded) await recordArticle(unrecorded)
    }
  }

  return {
    ...source,
    items: () => recorded(source.items()),
    itemsWithTrash: () => recorded(source.itemsWithTrash()),
    async articleOf(item, format) {
      const text = await source.articleOf(item, format)
      if (text !== undefined) await trackArticle(item.id, text)
      return text
    },
    async highlightsOf(item) {
      const highlights = await source.highlightsOf(item)
      const texts = highlights.flatMap(({ exact, note }) => [exact, note ?? ''])
      if (texts.length > 0) await trackArticle(item.id, texts.join('\n\n'))
      return highlights
    },
    // Pages that wait to be read, and copies that are not shown: no agent reads these.
    capturesOf: async () => [],
    async *versionsOf() {},
  }
}
