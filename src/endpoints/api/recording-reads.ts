import type { ExportSource } from '../../library/export/export-source.ts'
import type { Bearer } from '../../oauth/verify-access-token.ts'
import { SECOND } from '../../ports/clock.ts'
import { recordContentAccess } from '../../queue/history/content-access.ts'
import { itemCarriesInstructions, recordShown } from '../../queue/history/shown-instructions.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Services } from '../../services.ts'
import { carriesInstructions } from '../../text/agent-instructions.ts'
import type { ItemId } from '../../ids.ts'

/** Milliseconds in which the articles of an export are recorded as read once, so that thousands don't write thousands of times. */
const PRECISION = SECOND

/**
 * The same source, whose articles count as read by the agent as if it had asked for each: the last one is recorded, and at
 * once any that carries instructions to agents; so is an item whose other texts do.
 */
export function recordingReads(services: Services, bearer: Bearer, source: ExportSource): ExportSource {
  const { accountId, agent } = bearer
  let unrecorded: { itemId: ItemId; text: string } | undefined
  let recordedAt = 0
  let instructedAt = 0

  async function recordArticle(read: { itemId: ItemId; text: string }): Promise<void> {
    unrecorded = undefined
    recordedAt = services.clock.now()
    await recordContentAccess(services, { accountId, clientId: agent.id, ...read })
  }

  async function noteArticle(itemId: ItemId, text: string): Promise<void> {
    const now = services.clock.now()
    const isInstructing = now - instructedAt >= PRECISION && (await carriesInstructions(text))
    if (isInstructing) instructedAt = now
    if (isInstructing || now - recordedAt >= PRECISION) await recordArticle({ itemId, text })
    else unrecorded = { itemId, text: '' }
  }

  async function noteItem(item: Item): Promise<void> {
    const now = services.clock.now()
    if (now - instructedAt < PRECISION || !(await itemCarriesInstructions(item))) return
    instructedAt = now
    await recordShown(services, bearer, item.id)
  }

  async function* recorded(items: AsyncGenerator<Item, void>): AsyncGenerator<Item, void> {
    try {
      for await (const item of items) {
        await noteItem(item)
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
      if (text !== undefined) await noteArticle(item.id, text)
      return text
    },
    async highlightsOf(item) {
      const highlights = await source.highlightsOf(item)
      const texts = highlights.flatMap(({ exact, note }) => [exact, note ?? ''])
      if (texts.length > 0) await noteArticle(item.id, texts.join('\n\n'))
      return highlights
    },
    // Pages that wait to be read, and copies that are not shown: no agent reads these.
    capturesOf: async () => [],
    async *versionsOf() {},
  }
}
