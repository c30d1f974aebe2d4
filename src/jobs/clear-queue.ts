import { MINUTE } from '../ports/clock.ts'
import { clearQueue } from '../queue/maintenance/clear-queue.ts'
import type { Services } from '../services.ts'
import { endJob, type Job, postponeJob } from './job.ts'

/** Well within the lease; another run of the job, in any process, continues after it. */
const MAX_TIME = MINUTE / 2

/** Deletes the queue of a deleted account. The job ends once nothing is left. */
export async function clearQueueJob(services: Services, job: Job): Promise<void> {
  const { db, clock, closing } = services
  const until = clock.now() + MAX_TIME
  const isOver = () => closing.aborted || clock.now() >= until
  const isDone = await clearQueue(services, job.accountId, isOver)
  if (isDone) await endJob(db, job)
  else if (!closing.aborted) await postponeJob(db, job, clock.now())
}
