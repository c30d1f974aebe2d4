import type { Handler } from 'hono'
import { signedIn } from '../../http/visitor.ts'
import { findImport, reportRows } from '../../library/import.ts'
import { csvLine } from '../../text/csv-line.ts'
import { SKIP_REASONS } from '../../library/skip-reasons.ts'
import type { Services } from '../../services.ts'

const ROWS_PER_CHUNK = 500

/** `GET /import/{id}/report.csv`: every row of the file and what became of it. */
export function importReport(services: Services): Handler {
  const { db } = services
  return signedIn(services, async (c, { session }) => {
    const { accountId } = session
    const { id } = await findImport(db, accountId, c.req.param('id') ?? '')
    const encoder = new TextEncoder()
    let after = 0
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) =>
          controller.enqueue(encoder.encode(csvLine(['row', 'outcome', 'reason', 'url', 'title', 'item']))),
        async pull(controller) {
          const rows = await reportRows(db, accountId, id, { after, limit: ROWS_PER_CHUNK })
          const lines = rows.map(({ number, outcome, reason, url, title, itemId }) =>
            csvLine([
              String(number),
              outcome ?? 'waiting',
              reason ? SKIP_REASONS[reason] : '',
              url ?? '',
              title ?? '',
              itemId === null ? '' : `${services.config.baseUrl}/queue/items/${itemId}`,
            ]),
          )
          if (lines.length > 0) controller.enqueue(encoder.encode(lines.join('')))
          after = rows.at(-1)?.number ?? after
          if (rows.length < ROWS_PER_CHUNK) controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Content-Type', 'text/csv; charset=utf-8')
    c.header('Content-Disposition', `attachment; filename="import-report.csv"`)
    return c.body(body)
  })
}
