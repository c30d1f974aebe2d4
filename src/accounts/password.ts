import { argon2, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import type { PasswordCost } from '../crypto/password-cost.ts'
import { invalidField } from '../failure.ts'
import type { Random } from '../ports/random.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { Permits } from '../limits/permits.ts'

const NONCE_BYTES = 16
const TAG_BYTES = 32

export const MIN_PASSWORD_LENGTH = 12
const MAX_PASSWORD_BYTES = 1024

export type PasswordServices = { permits: Permits; passwordCost: PasswordCost }

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

/** A PHC string of the password with a new salt; waits in the queue of `schedulingKey`. Throws `busy`. */
export async function hashPassword(
  { permits, passwordCost, random }: PasswordServices & { random: Random },
  password: string,
  schedulingKey: string,
): Promise<string> {
  const nonce = random.bytes(NONCE_BYTES)
  const tag = await permits.withHashing(schedulingKey, () =>
    deriveTag(password, { nonce, cost: passwordCost, length: TAG_BYTES }),
  )
  return `${phcPrefix(passwordCost)}${unpadded(nonce)}$${unpadded(tag)}`
}

/** A PHC string that takes as long to verify as those of accounts, and that no password has. */
export function impossibleHash({ passwordCost }: PasswordServices): string {
  return `${phcPrefix(passwordCost)}${'A'.repeat(22)}$${'A'.repeat(43)}`
}

/** Whether a password matches a PHC string; waits in the queue of `schedulingKey`. Throws `busy`. */
export async function verifyPassword(
  { permits }: PasswordServices,
  { password, hash: phc }: { password: string; hash: string },
  schedulingKey: string,
): Promise<boolean> {
  const [, , , cost = '', salt = '', hash = ''] = phc.split('$')
  const [memory = 0, passes = 0, parallelism = 0] = cost.split(',').map((part) => Number(part.slice(2)))
  const expected = Buffer.from(hash, 'base64')
  const tag = await permits.withHashing(schedulingKey, () =>
    deriveTag(password.slice(0, MAX_PASSWORD_BYTES * 2), {
      nonce: Buffer.from(salt, 'base64'),
      cost: { memory, passes, parallelism },
      length: expected.length,
    }),
  )
  return timingSafeEqual(tag, expected)
}

/** Whether a stored hash was made with other parameters than today's. */
export function isHashOutdated({ passwordCost }: PasswordServices, phc: string): boolean {
  return !phc.startsWith(phcPrefix(passwordCost))
}

function phcPrefix({ memory, passes, parallelism }: PasswordCost): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}

type Derivation = { nonce: Buffer; cost: PasswordCost; length: number }

function deriveTag(password: string, { nonce, cost, length }: Derivation): Promise<Buffer> {
  const message = password.normalize('NFKC')
  return argon2Async('argon2id', { message, nonce, tagLength: length, ...cost })
}
