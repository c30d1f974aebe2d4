import type { Connection } from '../../database/database.ts'
import type { IndexedDocument } from '../../database/sql/full-text.ts'
import { articleTexts } from '../content/article.ts'
import { textsOfHighlights } from '../highlights/highlight-words.ts'
import { entryOf, FIELD_NAMES, type FieldLike } from '../model/fields.ts'
import { type Item, titleOf } from '../model/item.ts'
import { textOfAddress } from './query.ts'
import { wordsOf } from './words.ts'
import type { AccountId } from '../../ids.ts'

/** The version of the indexing rules; after a new one, all items are reindexed in the background. */
export const WORDS_VERSION = 2

/** Separates unrelated parts, so that no phrase matches across them. */
const GAP = '@'

/** Whether a change affects an item's indexed words or its position. */
export function isReworded(before: Item, after: Item): boolean {
  return (
    before.savedAt !== after.savedAt || JSON.stringify(spokenOf(before)) !== JSON.stringify(spokenOf(after))
  )
}

/** Indexes the words of an item. `text` is that of its article; if omitted, it is read from the database. */
export async function indexWords(
  tx: Connection,
  accountId: AccountId,
  { item, text }: { item: Item; text?: string | undefined },
): Promise<void> {
  const articles = text === undefined ? await articleTexts(tx, accountId, [item.id]) : undefined
  const highlights = Object.values(await textsOfHighlights(tx, accountId, item))
  const document = documentOf(item, text ?? articles?.get(item.id) ?? '', highlights)
  for (const { sql, values } of tx.dialect.fullText.insert(accountId, item.savedAt, document))
    await tx.run(sql, ...values)
}

/** Removes the words of the items with these `savedAt` from the index. */
export async function deleteWords(tx: Connection, accountId: AccountId, ...savedAt: number[]): Promise<void> {
  for (const { sql, values } of tx.dialect.fullText.remove(accountId, savedAt)) await tx.run(sql, ...values)
}

/** The words in the name of the agent that saved an item, each between spaces; null if the person saved it. */
export function saverWordsOf({ savedBy }: Item): string | null {
  return savedBy && ` ${wordsOf(savedBy.name).join(' ')} `
}

function documentOf(item: Item, text: string, highlights: string[]): IndexedDocument {
  const { title, about } = spokenOf(item)
  return {
    title: wordsOf(title),
    about: [...about, ...highlights].flatMap((part) => [...wordsOf(part), GAP]),
    text: wordsOf(text),
  }
}

const SEARCHED = FIELD_NAMES.filter(
  (name): name is FieldLike<{ search: true }> => entryOf(name).search === true,
)

function spokenOf(item: Item): { title: string; about: string[] } {
  const texts = [...SEARCHED.flatMap((name) => item[name]), textOfAddress(item.url)]
  return { title: titleOf(item), about: texts.filter((part) => part !== null) }
}
