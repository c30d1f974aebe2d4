import type { ClientId } from '../ids.ts'

/** A public OAuth client: it has no secret. */
export type Client = {
  id: ClientId
  /** Self-chosen and unverified. */
  name: string | null
  redirectUris: string[]
  origin: ClientOrigin
}

/** How the service knows a client; instants in milliseconds. */
type ClientOrigin =
  | { kind: 'built-in' }
  | { kind: 'registered'; registeredAt: number }
  /** Its id is the URL of its metadata document, which its publisher sent then. */
  | { kind: 'document'; fetchedAt: number }

export const UNNAMED_CLIENT = 'Unnamed app'
/** Shown for a program on a loopback address that uses the id of a built-in client. */
export const LOCAL_PROGRAM = 'Program on this computer'
