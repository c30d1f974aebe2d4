import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { invalidField } from '../failure.ts'
import type { Random } from '../ports/random.ts'
import { isCommonPassword } from './common-passwords.ts'
import { createFairQueue } from '../concurrency/fair-queue.ts'

/** OWASP's minimum for argon2id: memory in KiB, passes, lanes. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const NONCE_BYTES = 16
const TAG_BYTES = 32

export const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_BYTES = 1024

/** Each hash takes the memory above, so few run at once. */
const withHashingPermit = createFairQueue({
  maxRunning: 3,
  maxWaiting: 50,
  busyMessage: 'Too many people are signing in right now.',
})

const argon2Async = promisify(argon2)

/** Throws `invalid_input` for a password that is too short, too long, common or the person's address. */
export function checkNewPassword(password: string, email: string): void {
  const text = password.normalize('NFKC')
  if ([...text].length < MIN_PASSWORD_LENGTH) {
    throw invalidField(
      'password',
      `Choose a password of at least ${MIN_PASSWORD_LENGTH} characters. A few words work well.`,
    )
  }
  if (Buffer.byteLength(text) > MAX_PASSWORD_BYTES) {
    throw invalidField('password', `That password is too long. Use at most ${MAX_PASSWORD_BYTES} bytes.`)
  }
  const lowerCase = text.toLowerCase()
  if (lowerCase === email || lowerCase === email.split('@')[0]) {
    throw invalidField('password', 'Your password can’t be your email address. Choose another one.')
  }
  if (isCommonPassword(lowerCase)) {
    throw invalidField('password', 'That password is too common. Choose a less common one.')
  }
}

/** A PHC string of the password with a new salt; waits in the queue of `queueKey`. Throws `busy`. */
export async function hashPassword(password: string, random: Random, queueKey: string): Promise<string> {
  const nonce = random.bytes(NONCE_BYTES)
  const tag = await deriveTag(queueKey, password, nonce, COST, TAG_BYTES)
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`
  return `$argon2id$v=19$${cost}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Whether a password matches a PHC string; waits in the queue of `queueKey`. Throws `busy`. */
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

/** Whether a stored hash was made with other parameters than today's. */
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
