import type { Handler } from 'hono'
import { agentQueryContext } from '../../http/caller.ts'
import { authenticate } from '../../http/authenticate.ts'
import { writeExportCursor } from '../../library/export/export-cursor.ts'
import { EXPORT_FIELDS, parseExport } from '../../library/export/export-input.ts'
import { openExport } from '../../library/export/export-source.ts'
import { readQueueVersion } from '../../queue/items/queue-state.ts'
import type { Services } from '../../services.ts'
import { exportDownload } from '../shared/export-download.ts'
import { agentExporter } from '../shared/exporter.ts'
import { readParameters } from './parameters.ts'
import { withReadRecording } from './with-read-recording.ts'

/**
 * `GET /queue/export`: the items of the queue, of a search, or those that are named, as a file, whatever media type the
 * client prefers. The link `next` exports what changes from now on. What belongs to the account and not to its items is
 * left out.
 */
export function exportQueue(services: Services): Handler {
  const { db, seal, clock } = services
  return async (c) => {
    const bearer = await authenticate(c, services)
    const { accountId } = bearer
    const query = readParameters(c, Object.keys(EXPORT_FIELDS))
    const queryContext = agentQueryContext(services, bearer)
    const { format, extent } = await parseExport({ db, seal, accountId, queryContext }, query)
    if (extent.of === 'list') {
      // Read before the items are: what changes meanwhile comes with this export, the next, or both.
      const parameters = Object.entries(query).filter(
        ([name, value]) => name in EXPORT_FIELDS && value !== '',
      )
      const next = new URLSearchParams(parameters)
      next.set('since', writeExportCursor(await readQueueVersion(db, accountId)))
      c.header('Link', `<${services.config.baseUrl}/queue/export?${next}>; rel="next"`)
    }
    const source = openExport(services, { accountId, email: null }, { extent, exportedAt: clock.now() })
    return exportDownload(c, services, {
      ...agentExporter(services, bearer),
      format,
      source: withReadRecording(services, bearer, source),
    })
  }
}
