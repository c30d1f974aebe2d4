import type { Services } from '../../services.ts'
import type { ShownText } from '../../text/shown-text.ts'
import type { Item } from '../model/item.ts'
import { renderedArticle } from './rendered-article.ts'
import { readImages } from './saved-image.ts'
import type { AccountId } from '../../ids.ts'

export type TextServices = Pick<Services, 'db' | 'articleRenderer' | 'log' | 'permits'>

/** The text of an item's article as it is shown, in which places are counted; undefined if there is none. */
export async function loadShownText(
  services: TextServices,
  accountId: AccountId,
  item: Pick<Item, 'id' | 'wordCount'>,
): Promise<ShownText | undefined> {
  if (item.wordCount === null) return undefined
  const key = { accountId, itemId: item.id }
  const rendered = await renderedArticle(services, key)
  if (rendered === undefined) return undefined
  const kept = new Set((await readImages(services.db, key)).map(({ name }) => name))
  const shown = services.articleRenderer.shownText(rendered, (name) => kept.has(name))
  return shown?.text === '' ? undefined : shown
}
