import { changeQueue } from '../queue/change/change-queue.ts'
import { SERVICE } from '../queue/model/actor.ts'
import { WAKE_ITEM } from '../queue/items/item-jobs.ts'
import { itemsOf } from '../queue/lists/items.ts'
import type { Services } from '../services.ts'
import { endJob, type Job } from './job.ts'

/** Unsnoozes an item when its time has come. */
export async function wakeItem(services: Services, job: Job): Promise<void> {
  await changeQueue(
    services,
    { accountId: job.accountId, caller: SERVICE, action: WAKE_ITEM },
    async (queue) => {
      if (!(await endJob(queue.tx, job))) return
      const item = await itemsOf(queue.tx, job.accountId).findIfPresent(job.subject)
      if (!item || item.snoozedUntil === null || item.snoozedUntil > services.clock.now()) return
      await queue.saveItem(item, { ...item, snoozedUntil: null })
    },
  )
}
