import { isOwnExtension } from './built-in-clients.ts'
import { type Client, LOCAL_PROGRAM, UNNAMED_CLIENT } from './client.ts'

/** The agent's name on screen. Only our own extension gets our name. */
export function displayNameOf({ id, name, origin }: Client, redirectUri: string): string {
  if (origin.kind === 'built-in' && !isOwnExtension(id, redirectUri)) return LOCAL_PROGRAM
  return name ?? UNNAMED_CLIENT
}
