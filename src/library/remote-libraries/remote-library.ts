import type { EntryDraft } from '../parsing/entry.ts'
import type { ApiRequest } from '../../ports/fetch-api.ts'

/** What a person enters to sign in to a remote library, by the names of the form's fields. Never stored. */
export type Credentials = Record<string, string>

/** A page of links, and the cursor of the next; null after the last. */
export type RemotePage = { entries: EntryDraft[]; next: string | null }

/** A response of the API, parsed. */
type RemoteResponse = { json: unknown; header(name: string): string | undefined }

/**
 * A link manager that offers its links through an API. To add one, add a file to `remote-libraries` and a line to its
 * list.
 */
export type RemoteLibrary = {
  /** Stable id. */
  name: string
  title: string
  /** The fields of `Credentials` that it needs. */
  credentials: readonly CredentialName[]
  /** The cursor of the first page. */
  firstCursor: string
  /** The path and query of a page, relative to the server's address. */
  pathOf(cursor: string): string
  /** The headers that authorize a request; `token` was entered by the person, or issued at sign-in. */
  headersFor(token: string): Record<string, string>
  /** For libraries without personal tokens: how to sign in, and the token in the response. */
  signIn?: {
    request(address: string, credentials: Credentials): ApiRequest
    tokenOf(json: unknown): string | undefined
  }
  /** Undefined if the response isn't from such a library. */
  parsePage(response: RemoteResponse, cursor: string): RemotePage | undefined
}

type CredentialName = 'token' | 'client_id' | 'client_secret' | 'username' | 'password'

/** The cursor after a page that began at an offset; null if it was the last of `total`, or empty. */
export function nextOffset(offset: number, count: number, total: number): string | null {
  const next = offset + count
  return count === 0 || next >= total ? null : String(next)
}
