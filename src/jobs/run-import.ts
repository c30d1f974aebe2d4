import { runImport } from '../library/run-import.ts'
import type { Services } from '../services.ts'
import type { Job } from './job.ts'
import { runInParts } from './run-in-parts.ts'

/** Makes items of an import, or undoes it. */
export async function runImportJob(services: Services, job: Job): Promise<void> {
  const key = { accountId: job.accountId, id: job.subject }
  await runInParts(services, job, (shouldStop) => runImport(services, key, shouldStop))
}
