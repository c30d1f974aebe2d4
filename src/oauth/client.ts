/** A program that may ask for access. Public: it has no secret. */
export type Client = {
  id: string
  /** As it calls itself; nobody has checked it. */
  name: string | null
  redirectUris: string[]
  /** Null for the built-in clients. */
  registeredAt: number | null
}

/** What a client without a name is called. */
export const UNNAMED_CLIENT = 'Unnamed app'
/** What a program is called that comes to a loopback address under the id of an extension of ours. */
export const LOCAL_PROGRAM = 'Program on this computer'
