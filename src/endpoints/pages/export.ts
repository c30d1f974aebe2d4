import type { Context, Handler } from 'hono'
import { exportParameters, queuePath } from '../../html/items/queue-path.ts'
import { exportPage } from '../../html/queue/export-page.ts'
import { actionBodyLimits } from '../../http/action-body-limits.ts'
import { personQueryContext } from '../../http/caller.ts'
import { readForm, textOf } from '../../http/form.ts'
import { readQuery } from '../../http/read-input.ts'
import { returnPath } from '../../http/return-path.ts'
import { personOf, signedIn, type SignedIn } from '../../http/visitor.ts'
import type { ExportFormat } from '../../library/export/export-format.ts'
import { formatNamed } from '../../library/export/export-formats.ts'
import { EXPORT_FIELDS, parseExport } from '../../library/export/export-input.ts'
import { type Extent, openExport } from '../../library/export/export-source.ts'
import { findRunningExport } from '../../library/export/running-exports.ts'
import { parseInput } from '../../queue/input/parse-input.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { listsOf } from '../../queue/lists/lists.ts'
import { DEFAULT_PAGE } from '../../queue/lists/page.ts'
import type { Services } from '../../services.ts'
import { exportDownload } from '../shared/export-download.ts'
import { personExporter } from '../shared/exporter.ts'
import { htmlResponse } from '../shared/html-response.ts'
import type { AccountId } from '../../ids.ts'

/** The most items of a list that are counted before. */
const MAX_COUNTED = 100_000

/** `GET /queue/export` in a browser: asks for the format of a list, and gives the file where one is named. */
export function exportForm(services: Services): Handler {
  const { db, seal } = services
  return signedIn(services, async (c, visitor) => {
    const { accountId } = visitor.session
    const query = readQuery(c.req.raw)
    const scope = { db, seal, accountId, queryContext: personQueryContext(services) }
    const { format, extent } = await parseExport(scope, query)
    return answer(c, services, { visitor, format: query['format'] ? format : undefined, extent })
  })
}

/** `POST /queue/export`: the same for the selected items of a form. Those that are gone meanwhile are left out. */
export function exportSubmission(services: Services): Handler {
  const limits = actionBodyLimits(EXPORT_FIELDS)
  return signedIn(services, async (c, visitor) => {
    const { accountId } = visitor.session
    const form = await readForm(c, services, { session: visitor.session, size: limits })
    const { items = [] } = parseInput({ items: EXPORT_FIELDS.items }, form)
    const known = await itemsOf(services.db, accountId).findAll([...new Set(items)])
    const format = textOf(form, 'format')
    return answer(c, services, {
      visitor,
      format: format === '' ? undefined : formatNamed(format),
      extent: { of: 'items', ids: [...known.keys()] },
      back: returnPath(form['return']),
    })
  })
}

type ExportForm = { format: ExportFormat | undefined; extent: Extent; back?: string }

async function answer(
  c: Context,
  services: Services,
  { visitor, format, extent, back }: ExportForm & { visitor: SignedIn },
): Promise<Response> {
  const { session } = visitor
  const count = await countOf(services, session.accountId, extent)
  if (format) {
    const isPart = extent.of === 'list' && extent.since !== undefined
    const source = openExport(services, session, { extent, exportedAt: services.clock.now() })
    return exportDownload(c, services, {
      ...personExporter(services, session),
      format,
      source,
      total: isPart ? 0 : count,
    })
  }
  const view = {
    person: personOf(visitor),
    count: Math.min(count, MAX_COUNTED),
    isMore: count > MAX_COUNTED,
    what: extent.of === 'list' ? { list: exportParameters(extent.filter) } : { items: idsOf(extent) },
    back: back ?? pathOf(extent),
    isExporting: (await findRunningExport(services, session.accountId)) !== undefined,
  }
  return htmlResponse(c, exportPage(view))
}

async function countOf(services: Services, accountId: AccountId, extent: Extent): Promise<number> {
  if (extent.of !== 'list') return idsOf(extent).length
  return listsOf(services, accountId).count(extent.filter, MAX_COUNTED + 1)
}

function idsOf(extent: Extent): string[] {
  return extent.of === 'items' ? extent.ids : []
}

function pathOf(extent: Extent): string {
  return queuePath({
    filter: extent.of === 'list' ? extent.filter : { state: 'unread' },
    limit: DEFAULT_PAGE,
  })
}
