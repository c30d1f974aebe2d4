import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccountId, ItemId } from '../../src/ids.ts'
import type { Item } from '../../src/queue/model/item.ts'

test('an id of one kind is not taken for one of another: the compiler refuses what is marked here', () => {
  const keyOf = (accountId: AccountId, itemId: ItemId) => `${accountId} ${itemId}`
  const accountId: AccountId = 'account'
  const { id }: Pick<Item, 'id'> = { id: 'item' }
  assert.equal(keyOf(accountId, id), 'account item')
  // @ts-expect-error Both are of the other kind.
  assert.equal(keyOf(id, accountId), 'item account')
})
