import type { EntryDraft } from '../parsing/entry.ts'
import type { ApiRequest } from '../../ports/fetch-api.ts'

/** What a person gives to sign in to a remote library, by the names of the form. It is never stored. */
export type Credentials = Record<string, string>

/** A page of links, and the cursor of the next; null after the last. */
export type RemotePage = { entries: EntryDraft[]; next: string | null }

/** A response of the API, parsed. */
type RemoteResponse = { json: unknown; header(name: string): string | undefined }

/** A link manager that serves its links by an API. Adding one is a file in `remote-libraries`, and a line in its list. */
export type RemoteLibrary = {
  /** Stable id. */
  name: string
  title: string
  /** The fields of `Credentials` that it needs. */
  credentials: readonly CredentialName[]
  /** The cursor of the first page. */
  firstCursor: string
  /** The path of a page with its query, below the server's address. */
  pathOf(cursor: string): string
  /** The headers that let the service in; `token` is what the person gave, or what signing in gave. */
  headersFor(token: string): Record<string, string>
  /** For those that issue no tokens to people: how to sign in, and the token in the response. */
  signIn?: {
    request(address: string, credentials: Credentials): ApiRequest
    tokenOf(json: unknown): string | undefined
  }
  /** Undefined for a response that is not of such a library. */
  parsePage(response: RemoteResponse, cursor: string): RemotePage | undefined
}

type CredentialName = 'token' | 'client_id' | 'client_secret' | 'username' | 'password'

/** The cursor after a page that began at an offset; null where it was the last of `total`, or empty. */
export function nextOffset(offset: number, count: number, total: number): string | null {
  const next = offset + count
  return count === 0 || next >= total ? null : String(next)
}
