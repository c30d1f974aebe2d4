import type { Random } from '../ports/random.ts'

const SECRET_BYTES = 32

/** What nobody can guess, for links, cookies and tokens: 32 random bytes in base64url. */
export function randomSecret(random: Random): string {
  return random.bytes(SECRET_BYTES).toString('base64url')
}
