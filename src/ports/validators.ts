import type { IncomingHttpHeaders } from 'node:http'

/** What identifies a version of a page (RFC 9110 §8.8), for conditional requests. */
export type Validators = { etag: string | null; lastModified: string | null }

const MAX_LENGTH = 1000

/** The validators of a response; null if missing or malformed. */
export function readValidators({ etag, 'last-modified': lastModified }: IncomingHttpHeaders): Validators {
  return { etag: validEtag(etag), lastModified: validDate(lastModified) }
}

/** The headers of a conditional request. */
export function conditionsOf({ etag, lastModified }: Validators): Record<string, string> {
  const tag = validEtag(etag)
  const date = validDate(lastModified)
  return { ...(tag && { 'If-None-Match': tag }), ...(date && { 'If-Modified-Since': date }) }
}

/** RFC 9110 §8.8.3 requires quotes: a bare `*` sent back would match every version. */
function validEtag(text: string | null | undefined): string | null {
  return text && text.length <= MAX_LENGTH && /^(W\/)?"[!#-~]*"$/.test(text) ? text : null
}

function validDate(text: string | null | undefined): string | null {
  return text && text.length <= MAX_LENGTH && /^[A-Z][\w ,:+-]*$/.test(text) ? text : null
}
