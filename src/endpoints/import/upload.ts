import { mkdtempSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Handler } from 'hono'
import { Failure, type FailureCode } from '../../failure.ts'
import { importsPage } from '../../html/import/imports-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { readFlash, withFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { receiveUpload } from '../../http/receive-upload.ts'
import { personOf, requestSourceOf, signedIn } from '../../http/visitor.ts'
import { importsOf } from '../../library/import.ts'
import { requireRoom } from '../../library/import-limits.ts'
import { MAX_FILE_BYTES, stageImport } from '../../library/stage-import.ts'
import { HOUR } from '../../ports/clock.ts'
import type { Services } from '../../services.ts'
import { defaultOptions } from './default-options.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { createUploadSlots, type UploadSlot } from './upload-slots.ts'

/** Failures that the form explains. */
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

/** `POST /import`: reads an uploaded file and redirects to the preview. An account can upload one file at a time. */
export function importUpload(services: Services): Handler {
  const slots = createUploadSlots(services.clock)
  return signedIn(services, async (c, { session, formToken }) => {
    const { accountId } = session
    let slot: UploadSlot | undefined
    let folder: string | undefined
    const takeSlot = () => {
      slot = slots.take(accountId, requestSourceOf(c, services).passwordLimitNetwork)
      folder = mkdtempSync(join(tmpdir(), FOLDER_PREFIX))
      return { ...slot, path: join(folder, 'file') }
    }
    try {
      await requireRoom(services.db, accountId, services.clock.now())
      const file = await receiveUpload(c, services, { maxBytes: MAX_FILE_BYTES, session, takeSlot })
      if (file === undefined) throw new Failure('invalid_input', allMessages.imports.noFile)
      await removeAbandonedFolders(services.clock.now())
      const id = await stageImport(services, accountId, { ...file, options: defaultOptions(services) })
      return c.redirect(`/import/${id}`, 303)
    } catch (error) {
      if (!(error instanceof Failure) || !SHOWN_IN_FORM.has(error.code)) throw error
      const notice = { kind: 'mistake', text: error.detail, field: 'file' } as const
      return c.redirect(withFlash(services, formToken, { path: '/import', notice }), 303)
    } finally {
      slot?.release()
      if (folder !== undefined) await rm(folder, { recursive: true, force: true })
    }
  })
}

/** Removes upload folders left behind by processes that ended. */
async function removeAbandonedFolders(now: number): Promise<void> {
  const names = await readdir(tmpdir())
  for (const name of names.filter((one) => one.startsWith(FOLDER_PREFIX))) {
    const path = join(tmpdir(), name)
    const found = await stat(path).catch(() => undefined)
    if (found && found.mtimeMs < now - HOUR) await rm(path, { recursive: true, force: true })
  }
}
