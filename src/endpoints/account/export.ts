import type { Handler } from 'hono'
import { signedIn } from '../../http/visitor.ts'
import { findArticle } from '../../queue/article.ts'
import type { Item } from '../../queue/item.ts'
import { itemsOf } from '../../queue/items.ts'
import { readFeed } from '../../queue/ledger/feed.ts'
import { ledgerOf } from '../../queue/ledger/ledger.ts'
import type { Services } from '../../services.ts'
import { changeProperties } from '../../siren/change.ts'
import { itemProperties } from '../../siren/item.ts'

/** Rows read at a time, so that an export of any size takes little memory. */
const BATCH = 100

/** `GET /account/export`: all that is kept of a person's queue, in the names of the API, as a file. */
export function accountExport(services: Services): Handler {
  return signedIn(services, (c, { session }) => {
    const exportedAt = new Date(services.clock.now()).toISOString()
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Content-Type', 'application/json')
    c.header('Content-Disposition', `attachment; filename="reading-queue-${exportedAt.slice(0, 10)}.json"`)
    const { email, accountId } = session
    const head = { service: services.config.baseUrl, account: email, exportedAt }
    const pieces = ReadableStream.from(documentOf(services, accountId, head))
    return c.body(pieces.pipeThrough(new TextEncoderStream()))
  })
}

async function* documentOf(services: Services, accountId: string, head: object): AsyncGenerator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},\n"items": [`
  yield* lines(itemsIn(services, accountId))
  yield '],\n"changes": ['
  yield* lines(changesIn(services, accountId))
  yield ']}\n'
}

async function* lines(values: AsyncIterable<object>): AsyncGenerator<string> {
  let isFirst = true
  for await (const value of values) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(value)}`
    isFirst = false
  }
}

/** Every item, those in the trash too, with its article as Markdown. */
async function* itemsIn({ db }: Services, accountId: string): AsyncGenerator<object> {
  let batch: Item[] = []
  do {
    batch = await itemsOf(db, accountId).behind(batch.at(-1)?.id ?? '', BATCH)
    for (const item of batch) {
      const markdown =
        item.wordCount === null ? undefined : await findArticle(db, accountId, item.id, 'markdown')
      yield { ...itemProperties(item), markdown: markdown ?? null }
    }
  } while (batch.length === BATCH)
}

async function* changesIn({ db }: Services, accountId: string): AsyncGenerator<object> {
  let { dropped: last } = await ledgerOf(db, accountId).extent()
  for (;;) {
    const { entries, titles } = await readFeed(db, accountId, last, BATCH)
    for (const entry of entries) yield changeProperties(entry, titles.get(entry.itemId) ?? '')
    if (entries.length < BATCH) return
    last = entries.at(-1)!.sequence
  }
}
