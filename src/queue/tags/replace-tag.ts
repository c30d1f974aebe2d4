import type { Connection } from '../../database/database.ts'
import { sleep } from '../../ports/clock.ts'
import type { Caller } from '../caller.ts'
import { changeQueue } from '../change/change-queue.ts'
import type { ChangeServices } from '../change/queue-change.ts'
import { undoableAct } from '../history/act.ts'
import { selectItems } from '../items/select-items.ts'
import type { Item } from '../model/item.ts'
import { uniteTags } from '../model/tag.ts'
import { moveTagColour } from './tag-colour-row.ts'
import type { AccountId } from '../../ids.ts'

/** What replacing a tag did; `act` is the number to undo all of it with, null if no item had the tag. */
export type TagReplacement = { items: number; act: number | null }

/** Items changed in one transaction; it limits how long other changes of the account wait. */
const BATCH_SIZE = 50

/**
 * Gives all items of a tag another one instead, in its colour unless that has one, in the trash too, or none where `to` is null. It runs in small
 * transactions, all of one act, so that others can change the queue in between; if it is interrupted, it can be repeated. It
 * looks at each item once, so that two opposite ones end.
 */
export async function replaceTag(
  services: ChangeServices,
  { accountId, caller, tag, to }: { accountId: AccountId; caller: Caller; tag: string; to: string | null },
): Promise<TagReplacement> {
  const done: TagReplacement = { items: 0, act: null }
  if (tag === to) return done
  const action = to === null ? 'delete-tag' : 'rename-tag'
  let after = ''
  for (;;) {
    const request = { accountId, caller, action, continuedAct: done.act ?? undefined }
    const { changed, act, last } = await changeQueue(services, request, async (queue) => {
      const items = await itemsWith(queue.tx, { accountId, tag, after })
      if (items.length > 0 && done.items === 0)
        await moveTagColour(queue.tx, accountId, { tag, to, now: queue.now })
      for (const item of items) {
        const others = item.tags.filter((other) => other !== tag)
        await queue.saveItem(item, { ...item, tags: uniteTags(others, to === null ? [] : [to]) })
      }
      return { changed: items.length, act: undoableAct(queue.changes), last: items.at(-1)?.id }
    })
    done.items += changed
    done.act ??= act
    if (changed < BATCH_SIZE || last === undefined) return done
    after = last
    // SQLite answers synchronously, so yield to the event loop.
    await sleep(0)
  }
}

function itemsWith(
  tx: Connection,
  { accountId, tag, after }: { accountId: AccountId; tag: string; after: string },
): Promise<Item[]> {
  return selectItems(
    tx,
    `account_id = ? AND id IN (SELECT item_id FROM item_tags WHERE account_id = ? AND tag = ?
       AND item_id > ? ORDER BY item_id LIMIT ${BATCH_SIZE}) ORDER BY id`,
    accountId,
    accountId,
    tag,
    after,
  )
}
