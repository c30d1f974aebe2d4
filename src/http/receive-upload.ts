import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { Context } from 'hono'
import type { Session } from '../accounts/sessions.ts'
import { diskFull, isDiskFull } from '../database/disk-full.ts'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'
import { FORM_TOKEN, STALE_FORM } from './form.ts'
import { beginBody } from './held-bodies.ts'
import { recheckAccess } from './recheck-access.ts'
import { rejectCrossSite } from './same-origin.ts'
import { isValidFormToken } from './visitor.ts'

type UploadOptions = {
  maxBytes: number
  session: Session
  /** Called once the form has proved to be the person's own, before the file is taken. May throw. */
  takeSlot: () => Slot
}

/** The place of an upload among all that are taken at a time; its file goes to `path`. */
type Slot = { path: string; evicted: Promise<never>; receive(bytes: number): void; complete(): void }

type UploadedFile = { path: string; fileName: string }

const MAX_FIELDS = 10
const MAX_FIELD_BYTES = 4096

/**
 * Streams the file of a form to disk, as fast as the disk takes it; its hidden fields must come first. Returns the file, with its name as the
 * browser gives it; undefined if none was chosen. Throws `cross_site`, `unsupported_type`, `too_large`, `malformed`, `busy` when the
 * disk is full, and what `takeSlot` throws.
 */
export async function receiveUpload(
  c: Context,
  services: Services,
  { maxBytes, session, takeSlot }: UploadOptions,
): Promise<UploadedFile | undefined> {
  rejectCrossSite(c, services.config.baseUrl)
  const request = c.req.raw
  const tooLarge = new Failure('too_large', `The file is larger than ${maxBytes / 1_000_000} MB. Split it.`)
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes + MAX_FIELDS * MAX_FIELD_BYTES)
    throw tooLarge
  const form = createParser(request, maxBytes)
  let token: string | undefined
  let uploaded: UploadedFile | undefined
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => undefined)
  let stored: Promise<void> = Promise.resolve()
  form.on('field', (field, value) => {
    if (field === FORM_TOKEN) token = value
  })
  form.on('file', (_, file, fileName) => {
    if (!isValidFormToken(c, services, { session, token })) {
      file.resume()
      failed.reject(new Failure('cross_site', STALE_FORM))
      return
    }
    if (fileName === '') return void file.resume()
    try {
      const slot = takeSlot()
      slot.evicted.catch(failed.reject)
      file.on('data', (chunk: Buffer) => slot.receive(chunk.length))
      file.on('end', slot.complete)
      uploaded = { path: slot.path, fileName }
    } catch (error) {
      file.resume()
      failed.reject(error)
      return
    }
    file.on('limit', () => failed.reject(tooLarge))
    stored = pipeline(file, createWriteStream(uploaded.path, { flags: 'wx', mode: 0o600 }))
    stored.catch(failed.reject)
  })
  try {
    await Promise.race([failed.promise, feed(request, form)])
    await Promise.race([failed.promise, stored])
  } catch (error) {
    form.destroy()
    void request.body?.cancel().catch(() => undefined)
    if (isDiskFull(error)) throw diskFull(error)
    throw error instanceof Failure ? error : incomplete(error)
  }
  if (!isValidFormToken(c, services, { session, token })) throw new Failure('cross_site', STALE_FORM)
  await recheckAccess(request)
  return uploaded
}

function createParser(request: Request, maxBytes: number): BusboyInstance {
  const headers = Object.fromEntries(request.headers) as unknown as BusboyHeaders
  try {
    return new Busboy({
      headers,
      limits: {
        files: 1,
        fields: MAX_FIELDS,
        fieldSize: MAX_FIELD_BYTES,
        fileSize: maxBytes,
        parts: MAX_FIELDS + 1,
      },
    })
  } catch (cause) {
    throw new Failure('unsupported_type', 'Send the file as multipart/form-data.', {
      cause,
      allowed: ['multipart/form-data'],
    })
  }
}

async function feed(request: Request, form: BusboyInstance): Promise<void> {
  const chunks = request.body?.getReader()
  if (!chunks) throw incomplete()
  const held = beginBody(request, false)
  const finished = once(form, 'finish')
  finished.catch(() => undefined)
  for (;;) {
    const { done, value } = await Promise.race([...(held ? [held.evicted] : []), chunks.read()])
    if (done) break
    await held?.scheduled()
    // It takes no memory, but it has not stalled.
    held?.reserve(0)
    if (!form.write(value)) await Promise.race([once(form, 'drain'), finished])
  }
  held?.complete()
  form.end()
  await finished
}

function incomplete(cause?: unknown): Failure {
  return new Failure('malformed', 'The upload is incomplete. Try again.', { cause })
}
