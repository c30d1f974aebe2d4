import { MINUTE } from '../ports/clock.ts'
import type { Services } from '../services.ts'
import { endJob, type Job, postponeJob } from './job.ts'

/** Well within the lease; another run of the job, in any process, continues after it. */
const MAX_TIME = MINUTE / 2

/**
 * Runs a long job in parts: `work` returns whether everything is done, and stops when `shouldStop` returns true. Ends
 * the job, or makes it due again at once.
 */
export async function runInParts(
  { db, clock, closing }: Services,
  job: Job,
  work: (shouldStop: () => boolean) => Promise<boolean>,
): Promise<void> {
  const until = clock.now() + MAX_TIME
  const isDone = await work(() => closing.aborted || clock.now() >= until)
  if (isDone) await endJob(db, job)
  else if (!closing.aborted) await postponeJob(db, job, clock.now())
}
