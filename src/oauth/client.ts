/** A public OAuth client: it has no secret. */
export type Client = {
  id: string
  /** Self-chosen and unverified. */
  name: string | null
  redirectUris: string[]
  /** Null for the built-in clients. */
  registeredAt: number | null
}

export const UNNAMED_CLIENT = 'Unnamed app'
/** Shown for a program on a loopback address that uses the id of a built-in client. */
export const LOCAL_PROGRAM = 'Program on this computer'
