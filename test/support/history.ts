import assert from 'node:assert/strict'
import type { Change, RecordedItem } from '../../src/queue/history/change.ts'
import { historyOf } from '../../src/queue/history/history.ts'
import { selectItems } from '../../src/queue/items/select-items.ts'
import type { TestService } from './service.ts'

export async function accountIdOf(service: TestService, email: string): Promise<string> {
  const { db } = service.running.services
  const account = await db.row<{ id: string }>('SELECT id FROM accounts WHERE email = ?', email)
  assert.ok(account)
  return account.id
}

/** All recorded changes of an account, oldest first. */
export async function readHistory({ running }: TestService, accountId: string): Promise<Change[]> {
  const history = historyOf(running.services.db, accountId)
  const changes: Change[] = []
  for (;;) {
    const more = await history.after(changes.at(-1)?.sequence ?? 0, 500)
    if (more.length === 0) return changes
    changes.push(...more)
  }
}

/** Replays changes and returns the resulting items by id; asserts that each change starts from the state the one before left. */
export function replayed(changes: Change[]): Map<string, RecordedItem> {
  const items = new Map<string, RecordedItem>()
  for (const change of changes) {
    const { sequence, itemId } = change
    // Highlights have rows of their own.
    const [before, after] = [withoutHighlights(change.before), withoutHighlights(change.after)]
    const item = items.get(itemId)
    if (before === null) assert.equal(item, undefined, `${sequence} makes an item`)
    else {
      assert.ok(item, `${sequence} changes an item that is there`)
      for (const [name, value] of Object.entries(before))
        assert.deepEqual(item[name as keyof RecordedItem], value, `${name} before ${sequence}`)
    }
    if (after === null) items.delete(itemId)
    else items.set(itemId, { ...item, ...after } as RecordedItem)
  }
  return items
}

function withoutHighlights(state: Change['after']): Change['after'] {
  if (state === null) return null
  const { highlights: _, ...others } = state
  return others
}

/** The items of an account as they are stored, by id, with the fields that the history records. */
export async function storedItems(
  { running }: TestService,
  accountId: string,
): Promise<Map<string, RecordedItem>> {
  const items = await selectItems(running.services.db, 'account_id = ?', accountId)
  return new Map(
    items.map(({ id, updatedAt: _at, version: _version, highlightCount: _count, ...recorded }) => [
      id,
      recorded,
    ]),
  )
}

/** The markup of a page as screen readers have it: without the marks of agents, which stand beside their names. */
export function withoutAvatars(markup: string): string {
  return markup.replaceAll(/<span class="avatar"[^]*?<\/span\s*>/g, '')
}
