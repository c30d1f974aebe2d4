import { changeQueue } from '../queue/change.ts'
import { SERVICE } from '../queue/item.ts'
import { WAKE_ITEM } from '../queue/item-work.ts'
import { itemsOf } from '../queue/items.ts'
import type { Services } from '../services.ts'
import { endJob, type Job } from './job.ts'

/** Brings a snoozed item back into the unread list once its time has come. */
export async function wakeItem(services: Services, job: Job): Promise<void> {
  await changeQueue(services, job.accountId, SERVICE, WAKE_ITEM, async (change) => {
    if (!(await endJob(change.tx, job))) return
    const item = await itemsOf(change.tx, job.accountId).findKept(job.subject)
    if (!item || item.snoozedUntil === null || item.snoozedUntil > services.clock.now()) return
    await change.keep(item, { ...item, snoozedUntil: null })
  })
}
