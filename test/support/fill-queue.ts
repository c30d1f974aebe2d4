import { DAY } from '../../src/ports/clock.ts'
import { placeholders } from '../../src/database/database.ts'
import { FETCHED } from '../../src/queue/content/capture-source.ts'
import { saveArticle } from '../../src/queue/content/article.ts'
import { wordsOf } from '../../src/queue/search/words.ts'
import { nextFreeSavedAt } from '../../src/queue/items/free-saved-at.ts'
import { lockQueue } from '../../src/queue/items/queue-state.ts'
import { WORDS_VERSION } from '../../src/queue/search/item-words.ts'
import type { TestService } from './service.ts'

const AT_ONCE = 250
const COLUMNS =
  'account_id id url identity site given_title saved_at updated_at version content_status words_version word_count'.split(
    ' ',
  )

/**
 * Puts items with a tag, a line of history and words into an account, as old as a day, each with the same article;
 * their titles are `${word} ${number}`.
 */
export async function fillQueue(
  { running }: TestService,
  accountId: string,
  { count, word = 'filler', article = '' }: { count: number; word?: string; article?: string },
): Promise<void> {
  const { db, clock, random } = running.services
  const texts = { html: article, markdown: article, text: article, rendered: article, version: 1 }
  const words = wordsOf(article)
  const savedAt = clock.now() - DAY
  // Behind the last one of an earlier filling.
  const instants = { next: await nextFreeSavedAt(db, accountId, savedAt) }
  for (let from = 0; from < count; from += AT_ONCE) {
    await db.transaction(async (tx) => {
      const { lastChange } = await lockQueue(tx, accountId)
      const items = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, index) => ({
        id: random.id(),
        url: `http://127.0.0.1:9/${word}/${from + index}`,
        title: `${word} ${from + index}`,
        instant: instants.next++,
        number: from + index,
      }))
      await tx.run(
        `INSERT INTO items (${COLUMNS.join(', ')}) VALUES ${items.map(() => `(${placeholders(COLUMNS.length)})`).join(', ')}`,
        ...items.flatMap(({ id, url, title, instant }) => [
          accountId,
          id,
          url,
          url,
          '127.0.0.1',
          title,
          instant,
          instant,
          1,
          'failed',
          WORDS_VERSION,
          article === '' ? null : words.length,
        ]),
      )
      await tx.run(
        `INSERT INTO item_tags (account_id, tag, item_id, saved_at) VALUES ${items.map(() => '(?, ?, ?, ?)').join(', ')}`,
        ...items.flatMap(({ id, instant }) => [accountId, 'filled', id, instant]),
      )
      await tx.run(
        `INSERT INTO changes (account_id, sequence, at, actor, action, item_id) VALUES ${items.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')}`,
        ...items.flatMap(({ id, number }) => [
          accountId,
          lastChange + 1 + number - from,
          savedAt,
          'person',
          'save-link',
          id,
        ]),
      )
      await tx.run(
        'UPDATE queues SET last_change = last_change + ? WHERE account_id = ?',
        items.length,
        accountId,
      )
      for (const { id, instant, title } of items) {
        if (article !== '')
          await saveArticle(
            tx,
            { accountId, itemId: id },
            { ...texts, source: FETCHED, imageNames: [], storedAt: savedAt },
          )
        const document = { title: title.split(' '), about: [], text: [word] }
        for (const { sql, values } of tx.dialect.fullText.insert(accountId, instant, document))
          await tx.run(sql, ...values)
      }
    })
  }
}
