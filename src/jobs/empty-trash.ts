import { MINUTE } from '../ports/clock.ts'
import { deleteTrash } from '../queue/maintenance/trash.ts'
import type { Services } from '../services.ts'
import { endJob, type Job, postponeJob } from './job.ts'

/** Well within the lease; another run of the job, in any process, continues after it. */
const MAX_TIME = MINUTE / 2

/** Permanently deletes what was in the trash when the person emptied it. */
export async function emptyTrashJob(services: Services, job: Job): Promise<void> {
  const { db, clock, closing } = services
  const until = clock.now() + MAX_TIME
  const isOver = () => closing.aborted || clock.now() >= until
  const isDone = await deleteTrash(services, job.accountId, { until: Number(job.subject), isOver })
  if (isDone) await endJob(db, job)
  else if (!closing.aborted) await postponeJob(db, job, clock.now())
}
