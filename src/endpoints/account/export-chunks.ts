import type { Session } from '../../accounts/sessions.ts'
import { findArticle } from '../../queue/content/article.ts'
import type { Item } from '../../queue/model/item.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { readFeed } from '../../queue/history/feed.ts'
import { historyOf } from '../../queue/history/history.ts'
import type { Services } from '../../services.ts'
import { changeProperties } from '../../siren/change.ts'
import { itemProperties } from '../../siren/item.ts'

/** Rows read at a time. */
const BATCH = 50
/** UTF-16 units of an article that are written at a time. */
const SLICE = 16 * 1024

/**
 * The JSON of an export in small pieces, read from the database as they are asked for: the items by id, then the
 * changes. What changes meanwhile is in it or not, as far as it has got; the changes tell of it in any case.
 */
export async function* exportChunks(
  services: Services,
  { email, accountId }: Session,
  exportedAt: string,
): AsyncGenerator<string, void> {
  const head = { service: services.config.baseUrl, account: email, exportedAt }
  yield `${JSON.stringify(head).slice(0, -1)},\n"items": [`
  yield* itemChunks(services, accountId)
  yield '],\n"changes": ['
  yield* changeChunks(services, accountId)
  yield ']}\n'
}

/** Every item, those in the trash too, with its article as Markdown. */
async function* itemChunks({ db }: Services, accountId: string): AsyncGenerator<string, void> {
  let separator = '\n'
  let batch: Item[] = []
  do {
    batch = await itemsOf(db, accountId).afterId(batch.at(-1)?.id ?? '', BATCH)
    for (const item of batch) {
      const markdown =
        item.wordCount === null ? undefined : await findArticle(db, accountId, item.id, 'markdown')
      yield `${separator}${JSON.stringify(itemProperties(item)).slice(0, -1)},"markdown":`
      if (markdown === undefined) yield 'null}'
      else yield* textChunks(markdown)
      separator = ',\n'
    }
  } while (batch.length === BATCH)
}

/** A text and the end of its item. A character that is cut in two comes out of JSON whole again. */
function* textChunks(text: string): Generator<string, void> {
  for (let at = 0; at < text.length; at += SLICE) {
    const piece = JSON.stringify(text.slice(at, at + SLICE)).slice(1, -1)
    yield at === 0 ? `"${piece}` : piece
  }
  yield text === '' ? '""}' : '"}'
}

async function* changeChunks({ db }: Services, accountId: string): AsyncGenerator<string, void> {
  let separator = '\n'
  let last = 0
  for (;;) {
    // The oldest may be dropped meanwhile.
    const { dropped } = await historyOf(db, accountId).extent()
    last = Math.max(last, dropped)
    const { changes, titles } = await readFeed(db, accountId, last, BATCH)
    for (const change of changes) {
      yield separator + JSON.stringify(changeProperties(change, titles.get(change.itemId) ?? ''))
      separator = ',\n'
    }
    if (changes.length < BATCH) return
    last = changes.at(-1)!.sequence
  }
}
