import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { invalidField } from '../failure.ts'
import type { Random } from '../ports/random.ts'
import { isCommonPassword } from './common-passwords.ts'
import { createFairQueue } from './fair-queue.ts'

/** OWASP's floor for argon2id: memory in KiB, passes, lanes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const NONCE_BYTES = 16
const TAG_BYTES = 32

export const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_BYTES = 1024

/** Each takes the memory above. */
const withHashingPermit = createFairQueue({
  maxRunning: 3,
  maxWaiting: 50,
  busyMessage: 'Too many people are signing in at this moment.',
})

const argon2Async = promisify(argon2)

/** Throws `invalid_input` with the reason where a password is too easy or too long. */
export function checkNewPassword(password: string, email: string): void {
  const text = password.normalize('NFKC')
  if ([...text].length < MIN_PASSWORD_LENGTH) {
    throw invalidField(
      'password',
      `Choose a password of at least ${MIN_PASSWORD_LENGTH} characters. A few words work well.`,
    )
  }
  if (Buffer.byteLength(text) > MAX_PASSWORD_BYTES) {
    throw invalidField('password', `A password takes at most ${MAX_PASSWORD_BYTES} bytes.`)
  }
  const lowerCase = text.toLowerCase()
  if (lowerCase === email || lowerCase === email.split('@')[0]) {
    throw invalidField('password', 'The password is your address, which others know. Choose another.')
  }
  if (isCommonPassword(lowerCase)) {
    throw invalidField('password', 'That password is too common. Choose a less common one.')
  }
}

/** A PHC string of the password under a fresh salt, for a requester (`requester.ts`). Throws `busy` when too many wait. */
export async function hashPassword(password: string, random: Random, queueKey: string): Promise<string> {
  const nonce = random.bytes(NONCE_BYTES)
  const tag = await deriveTag(queueKey, password, nonce, COST, TAG_BYTES)
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`
  return `$argon2id$v=19$${cost}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Whether it is the password of a PHC string, for a requester (`requester.ts`). Throws `busy` when too many wait. */
export async function verifyPassword(password: string, phc: string, queueKey: string): Promise<boolean> {
  const [, , , cost = '', salt = '', hash = ''] = phc.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = cost.split(',').map((part) => Number(part.slice(2)))
  const expected = Buffer.from(hash, 'base64')
  const tag = await deriveTag(
    queueKey,
    password.slice(0, MAX_PASSWORD_BYTES * 2),
    Buffer.from(salt, 'base64'),
    { memory, passes, parallelism },
    expected.length,
  )
  return timingSafeEqual(tag, expected)
}

/** Whether a stored hash was made at another cost than today's. */
export function isHashOutdated(phc: string): boolean {
  return !phc.startsWith(`$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`)
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

function deriveTag(
  queueKey: string,
  password: string,
  nonce: Buffer,
  cost: typeof COST,
  tagLength: number,
): Promise<Buffer> {
  const options = { message: password.normalize('NFKC'), nonce, tagLength, ...cost }
  return withHashingPermit(queueKey, () => argon2Async('argon2id', options))
}
