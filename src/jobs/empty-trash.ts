import { MINUTE } from '../ports/clock.ts'
import { deleteTrash } from '../queue/work/trash.ts'
import type { Services } from '../services.ts'
import { endJob, type Job, postponeJob } from './job.ts'

/** Well within the lease; what is left then is the next turn's, of whichever process is free. */
const MAX_TIME = MINUTE / 2

/** Deletes for good what a person's trash held when they emptied it. */
export async function emptyTrashJob(services: Services, job: Job): Promise<void> {
  const { db, clock, closing } = services
  const until = clock.now() + MAX_TIME
  const isOver = () => closing.aborted || clock.now() >= until
  const isDone = await deleteTrash(services, job.accountId, Number(job.subject), isOver)
  if (isDone) await endJob(db, job)
  else if (!closing.aborted) await postponeJob(db, job, clock.now())
}
