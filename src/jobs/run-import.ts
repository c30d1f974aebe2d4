import { MINUTE } from '../ports/clock.ts'
import { runImport } from '../library/run-import.ts'
import type { Services } from '../services.ts'
import { endJob, type Job, postponeJob } from './job.ts'

/** Well within the lease; another run of the job, in any process, continues after it. */
const MAX_TIME = MINUTE / 2

/** Makes items of an import, or undoes it. */
export async function runImportJob(services: Services, job: Job): Promise<void> {
  const { db, clock, closing } = services
  const until = clock.now() + MAX_TIME
  const isOver = () => closing.aborted || clock.now() >= until
  const isDone = await runImport(services, { accountId: job.accountId, id: job.subject }, isOver)
  if (isDone) await endJob(db, job)
  else if (!closing.aborted) await postponeJob(db, job, clock.now())
}
