import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config/config.ts'
import { Failure } from '../failure.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { SECOND } from './clock.ts'

/** A letter in plain text. */
export type Email = { to: string; subject: string; text: string }

export type Mail = {
  /** Hands a letter to the mail server. Throws `busy` where that does not take it, or too many letters wait. */
  send(message: Email): Promise<void>
}

/** How long the mail server may take for each step. */
const TIMEOUT = 10 * SECOND
/** Letters on their way at the same time. So few wait that nobody who sends one waits for long. */
const AT_ONCE = 10
const MAX_WAITING = 20

/** Sends through the configured server; over smtp:// encrypted wherever the server offers it. */
export function createMail({ smtpUrl, from }: MailConfig): Mail {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    dnsTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const withPermit = createSemaphore({
    limit: AT_ONCE,
    maxWaiting: MAX_WAITING,
    refusal: 'Too many letters wait at this moment.',
  })

  async function hand({ to, subject, text }: Email): Promise<void> {
    try {
      // As an object, an address is taken whole and never parsed as a list.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    } catch (cause) {
      throw new Failure('busy', 'The mail could not be sent. Try again in a few minutes.', {
        cause,
        retryAfter: 60,
      })
    }
  }

  return { send: (message) => withPermit(() => hand(message)) }
}
