import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Handler } from 'hono'
import { Failure, type FailureCode } from '../../failure.ts'
import { importsPage } from '../../html/import/imports-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { readFlash, withFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { receiveUpload } from '../../http/receive-upload.ts'
import { personOf, requestOriginOf, signedIn } from '../../http/visitor.ts'
import { importsOf } from '../../library/import.ts'
import { requireRoom } from '../../library/import-limits.ts'
import { MAX_FILE_BYTES, stageImport } from '../../library/stage-import.ts'
import { HOUR } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { defaultOptions } from './default-options.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { createUploadSlots, type UploadSlot } from './upload-slots.ts'

/** What the page of the form says itself. */
const SHOWN_IN_FORM = new Set<FailureCode>(['invalid_input', 'too_large', 'limit_reached', 'malformed'])

const FOLDER_PREFIX = 'reading-queue-import-'

/** `GET /import`. */
export function showImports(services: Services): Handler {
  const { db, clock } = services
  return signedIn(services, async (c, visitor) =>
    htmlResponse(
      c,
      importsPage({
        person: personOf(visitor),
        now: clock.now(),
        notice: readFlash(services, visitor.formToken, readQuery(c.req.raw)),
        imports: await importsOf(db, visitor.session.accountId),
      }),
    ),
  )
}

/** `POST /import`: takes a file, reads it, and leads to what it would do. One file of an account at a time. */
export function importUpload(services: Services): Handler {
  const slots = createUploadSlots(services.clock)
  return signedIn(services, async (c, { session, formToken }) => {
    const { accountId } = session
    await removeAbandoned(services.clock.now())
    const folder = await mkdtemp(join(tmpdir(), FOLDER_PREFIX))
    let slot: UploadSlot | undefined
    try {
      await requireRoom(services.db, accountId, services.clock.now())
      const path = join(folder, 'file')
      const takeSlot = () => (slot = slots.take(accountId, requestOriginOf(c, services).passwordLimitNetwork))
      const upload = { path, maxBytes: MAX_FILE_BYTES, session, takeSlot }
      const fileName = await receiveUpload(c, services, upload)
      if (fileName === undefined) throw new Failure('invalid_input', allMessages.imports.noFile)
      const id = await stageImport(services, accountId, { path, fileName, options: defaultOptions(services) })
      return c.redirect(`/import/${id}`, 303)
    } catch (error) {
      if (!(error instanceof Failure) || !SHOWN_IN_FORM.has(error.code)) throw error
      const notice = { kind: 'mistake', text: error.detail, field: 'file' } as const
      return c.redirect(withFlash(services, formToken, { path: '/import', notice }), 303)
    } finally {
      slot?.release()
      await rm(folder, { recursive: true, force: true })
    }
  })
}

/** Removes the folders of uploads whose process ended before it could. */
async function removeAbandoned(now: number): Promise<void> {
  const names = await readdir(tmpdir())
  for (const name of names.filter((one) => one.startsWith(FOLDER_PREFIX))) {
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < now - HOUR) await rm(path, { recursive: true, force: true })
  }
}
