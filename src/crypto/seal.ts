import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'

/** Encrypts and signs data that clients return to the service. Each purpose has its own key. */
export type Seal = {
  /** Encrypts a JSON value with AES-256-GCM; any instance can decrypt it until `expiresAt`. */
  encrypt(purpose: string, value: unknown, expiresAt: number): string
  /** The decrypted value; undefined when it has expired, was altered, or has another purpose. */
  decrypt(purpose: string, sealed: string): unknown
  /** HMAC-SHA256 in base64url. */
  sign(purpose: string, text: string): string
  verify(purpose: string, text: string, signature: string): boolean
}

const IV_BYTES = 12
const TAG_BYTES = 16

export function createSeal(masterKey: Buffer, clock: Clock, random: Random): Seal {
  const keys = new Map<string, Buffer>()
  function keyFor(purpose: string): Buffer {
    let key = keys.get(purpose)
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', masterKey, '', `rq ${purpose}`, 32))
      keys.set(purpose, key)
    }
    return key
  }
  function sign(purpose: string, text: string): string {
    return createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')
  }

  return {
    encrypt(purpose, value, expiresAt) {
      const plain = Buffer.from(JSON.stringify([expiresAt, value]))
      return encryptBytes(keyFor(purpose), plain, random.bytes(IV_BYTES)).toString('base64url')
    },
    decrypt(purpose, sealed) {
      const plain = decryptBytes(keyFor(purpose), Buffer.from(sealed, 'base64url'))
      if (!plain) return undefined
      const [expiresAt, value] = JSON.parse(plain.toString()) as [number, unknown]
      return clock.now() < expiresAt ? value : undefined
    },
    sign,
    verify: (purpose, text, signature) => isEqualText(sign(purpose, text), signature),
  }
}

/** AES-256-GCM as iv, tag and ciphertext in one buffer. */
export function encryptBytes(key: Buffer, plain: Buffer, iv: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted])
}

/** The decrypted bytes; undefined when key or ciphertext are wrong. */
export function decryptBytes(key: Buffer, encrypted: Buffer): Buffer | undefined {
  if (encrypted.length < IV_BYTES + TAG_BYTES) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, encrypted.subarray(0, IV_BYTES))
  decipher.setAuthTag(encrypted.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  } catch {
    return undefined
  }
}

/** Constant-time string comparison. */
export function isEqualText(expected: string, given: string): boolean {
  const digests = [expected, given].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(digests[0]!, digests[1]!)
}

/** SHA-256 in base64url, under which secrets of 256 random bits are stored and looked up. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret, 'base64url')
}
