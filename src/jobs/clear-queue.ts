import { MINUTE } from '../ports/clock.ts'
import { clearQueue } from '../queue/work/clear-queue.ts'
import type { Services } from '../services.ts'
import { endJob, type Job, postponeJob } from './job.ts'

/** Well within the lease; what is left then is the next turn's, of whichever process is free. */
const MAX_TIME = MINUTE / 2

/** Deletes what an account left that has ended. The job ends with the last of it. */
export async function clearQueueJob(services: Services, job: Job): Promise<void> {
  const { db, clock, closing } = services
  const until = clock.now() + MAX_TIME
  const isOver = () => closing.aborted || clock.now() >= until
  const isDone = await clearQueue(services, job.accountId, isOver)
  if (isDone) await endJob(db, job)
  else if (!closing.aborted) await postponeJob(db, job, clock.now())
}
