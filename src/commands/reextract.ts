import type { Config } from '../config/config.ts'
import { reextractPages } from '../jobs/reextract-pages.ts'
import { openExistingServices } from './require-service.ts'
import { showProgress } from './progress.ts'

/** Extracts all saved pages again. The service may be running; can be interrupted and run again. */
export async function reextract(config: Config): Promise<void> {
  const services = await openExistingServices(config)
  try {
    const onProgress = showProgress()
    const counts = await reextractPages(services, ({ read, total }) => onProgress('Reading', read, total))
    console.log(
      `Done: ${counts.read} pages read again; ${counts.adopted} articles are new or better, ${counts.left} stay as they were, ${counts.unreadable} cannot be read.`,
    )
  } finally {
    await services.extractionPool.close()
    await services.db.close()
  }
}
