import type { IncomingMessage } from 'node:http'
import { createAddressGuard, type AddressGuard, type AddressPolicy, RefusedAddress } from './address-guard.ts'
import { SECOND } from './clock.ts'
import { parseContentType } from './content-type.ts'
import { explainError, isBotWall } from './fetch-error.ts'
import { readBody } from './read-body.ts'
import { sendRequest } from './send-request.ts'
import { USER_AGENT_PRODUCT } from '../version.ts'

/** A small document from somebody else's server, or why there is none: `reason` is a sentence for the log. */
type DocumentResponse =
  | { kind: 'found'; mediaType: string; cacheControl: string; body: Buffer }
  /** The server has no document at this address, or one that is not accepted. */
  | { kind: 'none'; reason: string }
  /** The server can't be reached or does not want to answer, so nothing is known. */
  | { kind: 'unavailable'; reason: string }

/** Never throws for a failure of the remote side. */
export type FetchDocument = (url: string) => Promise<DocumentResponse>

/** Milliseconds, for everything from the look-up of the name to the last byte. */
const TIMEOUT = 5 * SECOND
/** After decompression, which is not asked for. */
const MAX_BYTES = 5120
/** What a server answers that keeps this computer out, or is in trouble. */
const KEEPS_OUT = new Set([401, 403, 407, 408, 425, 429])

type Options = Partial<AddressPolicy> & {
  /** Milliseconds; for tests. */
  timeout?: number
}

/**
 * Fetches documents from public addresses only, whatever is allowed for pages: nobody but the service reads them, so an
 * intranet has nothing to offer. The address is checked when it is connected to. Redirects are not followed.
 */
export function createDocumentFetcher({ timeout = TIMEOUT, ...policy }: Options = {}): FetchDocument {
  const guard = createAddressGuard({ allowPrivate: false, ...policy })
  return async (url) => {
    const signal = AbortSignal.timeout(timeout)
    try {
      return await request(new URL(url), guard, signal)
    } catch (error) {
      if (signal.aborted) return { kind: 'unavailable', reason: 'It did not arrive in time.' }
      const { message } = explainError(error)
      return { kind: error instanceof RefusedAddress ? 'none' : 'unavailable', reason: message }
    }
  }
}

async function request(url: URL, guard: AddressGuard, signal: AbortSignal): Promise<DocumentResponse> {
  guard.check(url)
  const response = await sendRequest(url, {
    headers: { 'User-Agent': USER_AGENT_PRODUCT, Accept: 'application/json', 'Accept-Encoding': 'identity' },
    lookup: guard.lookup,
    signal,
  })
  const { statusCode: status = 0, headers } = response
  if (status !== 200 || isBotWall(response)) {
    response.destroy()
    return { kind: refuses(response) ? 'unavailable' : 'none', reason: `The server answered ${status}.` }
  }
  const { bytes, truncated } = await readBody(response, MAX_BYTES)
  if (truncated) return { kind: 'none', reason: `The document is larger than ${MAX_BYTES} bytes.` }
  const { mediaType } = parseContentType(headers['content-type'])
  return { kind: 'found', mediaType, cacheControl: headers['cache-control'] ?? '', body: bytes }
}

function refuses(response: IncomingMessage): boolean {
  const { statusCode: status = 0 } = response
  return isBotWall(response) || KEEPS_OUT.has(status) || status >= 500
}
