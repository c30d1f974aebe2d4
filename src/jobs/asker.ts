import { giverOf } from '../queue/capture-source.ts'
import type { QueueChange } from '../queue/change.ts'
import type { Item } from '../queue/item.ts'
import type { KeptPage } from '../queue/kept-page.ts'
import { selectEntries } from '../queue/ledger/entry-row.ts'
import { ledgerOf } from '../queue/ledger/ledger.ts'
import type { OnBehalf } from '../queue/ledger/record.ts'

/** Lines of an item that are looked through for who asked for its page. */
const LOOKED_THROUGH = 20

/**
 * Whose act it is that a page is shown, so that it can be taken back with that: of who handed it over, or asked to
 * fetch it again. Undefined for the first copy of a new item, which goes with the item itself.
 */
export async function askerOf(
  { tx, accountId }: QueueChange,
  { id, snapshot }: Item,
  { source }: KeptPage,
  act: number | undefined,
): Promise<OnBehalf | undefined> {
  if (source.kind === 'service') return snapshot ? lastToAsk() : undefined
  if (snapshot === null && act && (await isNewWith(act))) return undefined
  return { actor: giverOf(source), act: act || undefined }

  async function isNewWith(act: number): Promise<boolean> {
    const entries = await ledgerOf(tx, accountId).ofAct(act)
    return entries.some(({ itemId, before }) => itemId === id && before === null)
  }

  async function lastToAsk(): Promise<OnBehalf | undefined> {
    const entries = await selectEntries(
      tx,
      'changes WHERE account_id = ? AND item_id = ? ORDER BY sequence DESC LIMIT ?',
      accountId,
      id,
      LOOKED_THROUGH,
    )
    const asking = entries.find(({ after }) => after?.content?.status === 'pending')
    return asking && asking.actor.kind !== 'service' ? { actor: asking.actor, act: asking.act } : undefined
  }
}
