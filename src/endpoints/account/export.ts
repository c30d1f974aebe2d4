import type { Handler } from 'hono'
import { exportProgressPage } from '../../html/account/export-progress-page.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import type { ExportFormat } from '../../library/export/export-format.ts'
import { formatNamed } from '../../library/export/export-formats.ts'
import { jsonExport } from '../../library/export/json-export.ts'
import { openExport } from '../../library/export/export-source.ts'
import { findRunningExport } from '../../library/export/running-exports.ts'
import { readQueueSummary } from '../../queue/items/queue-state.ts'
import type { AccountId } from '../../ids.ts'
import type { Services } from '../../services.ts'
import { exportDownload } from '../shared/export-download.ts'
import { personExporter } from '../shared/exporter.ts'
import { htmlResponse } from '../shared/html-response.ts'

/** `GET /account/export`: everything of a person, as a file. */
export function accountExport(services: Services): Handler {
  return signedIn(services, async (c, { session }) => {
    const exportedAt = services.clock.now()
    const format = formatNamed(c.req.query('format'))
    return exportDownload(c, services, {
      ...personExporter(services, session),
      format,
      source: openExport(services, session, { extent: { of: 'everything' }, exportedAt }),
      total: await totalOf(services, session.accountId, format),
    })
  })
}

/** `GET /account/export/progress`: how far the export is that runs. */
export function accountExportProgress(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const running = await findRunningExport(services, visitor.session.accountId)
    return htmlResponse(c, exportProgressPage({ person: personOf(visitor), running }))
  })
}

/** JSON has what is in the trash too. */
async function totalOf({ db }: Services, accountId: AccountId, format: ExportFormat): Promise<number> {
  const { unread, read, snoozed, removed } = await readQueueSummary(db, accountId)
  return unread + read + snoozed + (format === jsonExport ? removed : 0)
}
