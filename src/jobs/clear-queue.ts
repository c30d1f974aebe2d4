import { clearQueue } from '../queue/maintenance/clear-queue.ts'
import type { Services } from '../services.ts'
import type { Job } from './job.ts'
import { runInParts } from './run-in-parts.ts'

/** Deletes the queue of a deleted account. The job ends once nothing is left. */
export async function clearQueueJob(services: Services, job: Job): Promise<void> {
  await runInParts(services, job, (shouldStop) => clearQueue(services, job.accountId, shouldStop))
}
