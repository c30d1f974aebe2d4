import type { Handler } from 'hono'
import { signedIn } from '../../http/visitor.ts'
import { formatNamed } from '../../library/export/export-formats.ts'
import { openExport } from '../../library/export/export-source.ts'
import type { Services } from '../../services.ts'
import { exportDownload } from '../shared/export-download.ts'
import { personExporter } from '../shared/exporter.ts'

/** `GET /account/export`: everything of a person, as a file. */
export function accountExport(services: Services): Handler {
  return signedIn(services, (c, { session }) => {
    const exportedAt = services.clock.now()
    return exportDownload(c, services, {
      ...personExporter(services, session),
      format: formatNamed(c.req.query('format')),
      source: openExport(services, session, { extent: { of: 'everything' }, exportedAt }),
    })
  })
}
