import type { Handler } from 'hono'
import { signedIn } from '../../http/visitor.ts'
import { requireImport, reportRows } from '../../library/import.ts'
import { type ReportHighlights, reportHighlights } from '../../library/report-highlights.ts'
import { csvLine } from '../../text/csv-line.ts'
import { SKIP_REASONS } from '../../library/skip-reasons.ts'
import type { Services } from '../../services.ts'

const ROWS_PER_CHUNK = 500
const COLUMNS = ['row', 'outcome', 'reason', 'url', 'title', 'item', 'highlights', 'highlights not found']

/** `GET /import/{id}/report.csv`: every row of the file, what became of it, and the highlights of its item. */
export function importReport(services: Services): Handler {
  const { db } = services
  return signedIn(services, async (c, { session }) => {
    const { accountId } = session
    const { id } = await requireImport(db, accountId, c.req.param('id') ?? '')
    const encoder = new TextEncoder()
    let after = 0
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(encoder.encode(csvLine(COLUMNS))),
        async pull(controller) {
          const rows = await reportRows(db, { accountId, id }, { after, limit: ROWS_PER_CHUNK })
          const highlights = await reportHighlights(db, accountId, rows)
          const lines = rows.map(({ number, outcome, reason, url, title, itemId }) =>
            csvLine([
              String(number),
              outcome ?? 'waiting',
              reason ? SKIP_REASONS[reason] : '',
              url ?? '',
              title ?? '',
              itemId === null ? '' : `${services.config.baseUrl}/queue/items/${itemId}`,
              ...highlightCells(itemId === null ? undefined : highlights.get(itemId)),
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

function highlightCells(highlights: ReportHighlights | undefined): string[] {
  return highlights ? [String(highlights.count), highlights.notFound.join('\n')] : ['', '']
}
