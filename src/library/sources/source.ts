import type { EntryDraft } from '../parsing/entry.ts'
import type { ApiRequest } from '../../ports/fetch-api.ts'

/** What a person gives to let the service in, by the names of the form. It is never stored. */
export type Secrets = Record<string, string>

/** A page of links, and the cursor of the next; null after the last. */
export type SourcePage = { entries: EntryDraft[]; next: string | null }

/** An answer of the API, parsed. */
type SourceAnswer = { json: unknown; header(name: string): string | undefined }

/** A program that serves links by an API. Adding one is a file in `sources`, and a line in its list. */
export type Source = {
  /** For programs. */
  name: string
  title: string
  /** The fields of `Secrets` that it needs. */
  secrets: readonly SecretName[]
  /** The cursor of the first page. */
  first: string
  /** The path of a page with its query, below the server's address. */
  pathOf(cursor: string): string
  /** The headers that let the service in; `token` is what the person gave, or what signing in gave. */
  headersFor(token: string): Record<string, string>
  /** For programs without tokens of their own: how to sign in, and the token in its answer. */
  signIn?: {
    request(address: string, secrets: Secrets): ApiRequest
    tokenOf(json: unknown): string | undefined
  }
  /** Undefined for an answer that is not of such a server. */
  read(answer: SourceAnswer, cursor: string): SourcePage | undefined
}

type SecretName = 'token' | 'client_id' | 'client_secret' | 'username' | 'password'

/** The cursor after a page that began at an offset; null where it was the last of `total`, or empty. */
export function nextOffset(offset: number, count: number, total: number): string | null {
  const next = offset + count
  return count === 0 || next >= total ? null : String(next)
}
