import { deleteTrash } from '../queue/maintenance/trash.ts'
import type { Services } from '../services.ts'
import type { Job } from './job.ts'
import { runInParts } from './run-in-parts.ts'

/** Permanently deletes what was in the trash when the person emptied it. */
export async function emptyTrashJob(services: Services, job: Job): Promise<void> {
  const until = Number(job.subject)
  await runInParts(services, job, (shouldStop) => deleteTrash(services, job.accountId, { until, shouldStop }))
}
