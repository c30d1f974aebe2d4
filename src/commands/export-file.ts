import { createWriteStream, existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { findAccount } from '../accounts/account.ts'
import type { Config } from '../config/config.ts'
import { Failure } from '../failure.ts'
import type { ExportFormat } from '../library/export/export-format.ts'
import { EXPORT_NAMES, exportFormat } from '../library/export/export-formats.ts'
import { type Extent, openExport } from '../library/export/export-source.ts'
import { systemClock } from '../ports/clock.ts'
import { parseFilter } from '../queue/lists/search.ts'
import { openExistingServices } from './require-service.ts'
import type { Services } from '../services.ts'
import { explainFullDisk } from './transfer.ts'
import { UsageError } from './usage-error.ts'
import type { AccountId } from '../ids.ts'

const STDOUT = '-'
const EXIT_INTERRUPTED = 130
/** Nobody else who uses the machine may read it. */
const OWNER_ONLY = 0o600
/** Bytes written at a time. */
const CHUNK = 64 * 1024
const FILE_ERRORS = ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENAMETOOLONG', 'EEXIST']

type Pieces = AsyncGenerator<string | Uint8Array, void>

type Arguments = { email: string; format: ExportFormat; output: string; extent: Extent; isForced: boolean }

/**
 * Exports an account into a file, or to standard output; the service may be running. The file gets its name when it is
 * complete. Throws UsageError and Failure.
 */
export async function exportFile(config: Config, args: string[]): Promise<void> {
  const { email, format, output, extent, isForced } = parse(args)
  const file = output === STDOUT ? undefined : resolve(output)
  if (file !== undefined && !isForced) refuseExisting(file)
  const services = await openExistingServices(config)
  try {
    const account = await findAccount(services.db, email)
    if (!account) throw new Failure('not_found', `There is no account with the address ${email}.`)
    const owner = { accountId: account.id, email: account.email }
    const pieces = () => piecesOf(services, owner, { format, extent })
    if (file === undefined) return await writeAll(pieces(), process.stdout)
    await writeFile(file, pieces(), isForced)
    console.log(`Wrote ${file}.`)
  } finally {
    await services.extractionPool.close()
    await services.db.close()
  }
}

function parse(args: string[]): Arguments {
  try {
    const { values } = parseArgs({
      args,
      options: {
        account: { type: 'string' },
        format: { type: 'string' },
        output: { type: 'string' },
        query: { type: 'string' },
        force: { type: 'boolean' },
      },
    })
    const format = exportFormat(values.format ?? '')
    if (values.account === undefined || values.output === undefined || !format) throw new Error('incomplete')
    const extent: Extent =
      values.query === undefined
        ? { of: 'everything' }
        : { of: 'list', filter: parseFilter(values.query, { agent: null, now: systemClock.now() }) }
    const isForced = values.force ?? false
    return { email: values.account, format, output: values.output, extent, isForced }
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new UsageError(
      `export takes --account EMAIL, --format ${EXPORT_NAMES.join('|')} and --output FILE, where - is standard output, and perhaps --query QUERY and --force.`,
      { cause },
    )
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) {
    throw new Failure(
      'command_refused',
      `${file} already exists. Nothing was written. Choose another name, or add --force to replace it.`,
    )
  }
}

function piecesOf(
  services: Services,
  owner: { accountId: AccountId; email: string },
  { format, extent }: { format: ExportFormat; extent: Extent },
): Pieces {
  return format.write(openExport(services, owner, { extent, exportedAt: services.clock.now() }))
}

/** Writes beside the file and renames, so that half of it never has its name. */
async function writeFile(file: string, pieces: Pieces, isForced: boolean): Promise<void> {
  const partial = `${file}.${process.pid}.partial`
  const deletePartial = () => rmSync(partial, { force: true })
  const abort = () => {
    deletePartial()
    process.exit(EXIT_INTERRUPTED)
  }
  process.once('SIGINT', abort).once('SIGTERM', abort)
  try {
    await explainFullDisk(`The disk is full, so ${file} could not be written. Nothing was left behind.`, () =>
      writeAll(pieces, createWriteStream(partial, { flags: 'wx', mode: OWNER_ONLY, flush: true })),
    )
    if (!isForced) refuseExisting(file)
    renameSync(partial, file)
  } catch (error) {
    throw refusalOf(file, error)
  } finally {
    deletePartial()
  }
}

/** Reads on only when what came before is written. Whoever reads standard output may stop early. */
async function writeAll(pieces: Pieces, stream: Writable): Promise<void> {
  const isStdout = stream === process.stdout
  try {
    await pipeline(gathered(pieces), stream, { end: !isStdout })
  } catch (error) {
    if (isStdout && codeOf(error) === 'EPIPE') return
    throw error
  }
}

/** The same bytes in fewer pieces. */
async function* gathered(pieces: Pieces): AsyncGenerator<Buffer, void> {
  let parts: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    const bytes = typeof piece === 'string' ? Buffer.from(piece) : piece
    parts.push(bytes)
    length += bytes.length
    if (length < CHUNK) continue
    yield Buffer.concat(parts)
    parts = []
    length = 0
  }
  yield Buffer.concat(parts)
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

/** What the system refuses is no bug of ours. */
function refusalOf(file: string, error: unknown): unknown {
  if (error instanceof Failure || !FILE_ERRORS.includes(codeOf(error) ?? '')) return error
  const detail = `${file} can't be written (${codeOf(error)}). Check its folder and who may write there.`
  return new Failure('command_refused', detail, { cause: error })
}
