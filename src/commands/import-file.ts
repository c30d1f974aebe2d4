import { parseArgs } from 'node:util'
import { basename } from 'node:path'
import { findAccountId } from '../accounts/account.ts'
import type { Config } from '../config/config.ts'
import { Failure } from '../failure.ts'
import { controlImport } from '../library/control-import.ts'
import { deleteImport } from '../library/delete-import.ts'
import { requireImport, type ImportOptions, type ReportRow, reportRows } from '../library/import.ts'
import { runImport } from '../library/run-import.ts'
import { SKIP_REASONS } from '../library/skip-reasons.ts'
import { stageImport } from '../library/stage-import.ts'
import { openExistingServices } from './require-service.ts'
import type { Services } from '../services.ts'
import { UsageError } from './usage-error.ts'
import type { AccountId } from '../ids.ts'

type Summary = {
  format: string
  added: number
  merged: number
  skipped: { row: number; reason: string }[]
  /** The tag of what was added. */
  tag: string | null
}

const ROWS_PER_PAGE = 1000

/**
 * Imports a library file into an account; the service may be running. Folders become tags, and what may have been read or not
 * is unread. Throws UsageError and Failure.
 */
export async function importFile(config: Config, args: string[]): Promise<void> {
  const { file, email, isDryRun, isJson } = parse(args)
  const services = await openExistingServices(config)
  try {
    const accountId = await findAccountId(services.db, email)
    if (accountId === undefined) {
      throw new Failure('not_found', `There is no account with the address ${email}.`)
    }
    const today = new Date(services.clock.now()).toISOString().slice(0, 10)
    const options: ImportOptions = { folders: 'each', unclear: 'unread', tag: `imported ${today}` }
    const id = await stageImport(services, accountId, { path: file, fileName: basename(file), options })
    const key = { accountId, id }
    if (!isDryRun) await run(services, key)
    const summary = await summaryOf(services, key)
    if (isDryRun) await deleteImport(services.db, key)
    console.log(isJson ? JSON.stringify(summary) : describe(summary, isDryRun))
  } finally {
    await services.extractionPool.close()
    await services.db.close()
  }
}

function parse(args: string[]): { file: string; email: string; isDryRun: boolean; isJson: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { account: { type: 'string' }, 'dry-run': { type: 'boolean' }, json: { type: 'boolean' } },
    })
    const [file, ...more] = positionals
    if (file === undefined || more.length > 0 || values.account === undefined) throw new Error('incomplete')
    return { file, email: values.account, isDryRun: values['dry-run'] ?? false, isJson: values.json ?? false }
  } catch (cause) {
    throw new UsageError('import takes one FILE and --account EMAIL, and perhaps --dry-run and --json.', {
      cause,
    })
  }
}

async function run(services: Services, key: { accountId: AccountId; id: string }): Promise<void> {
  await controlImport(services, key, { transition: 'start' })
  // A service that runs beside it may take part.
  await runImport(services, key, () => false)
  const { state, message } = await requireImport(services.db, key.accountId, key.id)
  if (state !== 'done') throw new Failure('command_refused', message ?? `The import was ${state} meanwhile.`)
}

async function summaryOf(
  { db }: Services,
  { accountId, id }: { accountId: AccountId; id: string },
): Promise<Summary> {
  const { format, options, counts } = await requireImport(db, accountId, id)
  const skipped: Summary['skipped'] = []
  let page: ReportRow[]
  let after = 0
  do {
    page = await reportRows(db, { accountId, id }, { after, limit: ROWS_PER_PAGE, isSkippedOnly: true })
    for (const { number, reason } of page)
      skipped.push({ row: number, reason: reason ? SKIP_REASONS[reason] : '' })
    after = page.at(-1)?.number ?? after
  } while (page.length === ROWS_PER_PAGE)
  return {
    format,
    added: counts.added + counts.new,
    merged: counts.merged + counts.known,
    skipped,
    tag: options.tag,
  }
}

function describe({ format, added, merged, skipped, tag }: Summary, isDryRun: boolean): string {
  const links = added === 1 ? '1 link' : `${added} links`
  const counts = isDryRun
    ? `It would add ${links} and skip ${skipped.length}. ${merged} are known or repeated.`
    : `Added ${links}${tag === null ? '' : ` with the tag “${tag}”`}, and skipped ${skipped.length}. ${merged} were known or repeated.`
  return [`Format: ${format}`, counts, ...skipped.map(({ row, reason }) => `  row ${row}: ${reason}`)].join(
    '\n',
  )
}
