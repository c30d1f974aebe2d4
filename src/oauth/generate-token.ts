import { crc32 } from 'node:zlib'
import type { Random } from '../ports/random.ts'
import { randomSecret } from '../crypto/random-secret.ts'

const PREFIXES = { access: 'rq_at_', refresh: 'rq_rt_', code: 'rq_ac_', client: 'rqc_' } as const
export type TokenKind = keyof typeof PREFIXES

const CHECKSUM_LENGTH = 6
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** An opaque token: prefix, 256 random bits in base64url, and a checksum for secret scanners. */
export function generateToken(kind: TokenKind, random: Random): string {
  const body = PREFIXES[kind] + randomSecret(random)
  return body + checksum(body)
}

/** The CRC32 of a text as six base62 digits. */
function checksum(text: string): string {
  let remainder = crc32(text)
  let digits = ''
  for (let at = 0; at < CHECKSUM_LENGTH; at++) {
    digits = BASE62[remainder % 62]! + digits
    remainder = Math.floor(remainder / 62)
  }
  return digits
}
