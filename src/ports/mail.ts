import { createTransport } from 'nodemailer'
import type { MailConfig } from '../config/config.ts'
import { Failure } from '../failure.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { SECOND } from './clock.ts'

/** An email in plain text. */
export type Email = { to: string; subject: string; text: string }

export type Mail = {
  /** Sends an email to the mail server. Throws `busy` if it refuses it, or if too many emails wait. */
  send(message: Email): Promise<void>
}

/** The timeout of each step of the conversation with the mail server. */
const TIMEOUT = 10 * SECOND
/** Concurrent deliveries, and how many emails may wait; few, so that nobody waits long. */
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
    maxRunning: AT_ONCE,
    maxWaiting: MAX_WAITING,
    busyMessage: 'Too many emails are waiting to be sent.',
  })

  async function deliver({ to, subject, text }: Email): Promise<void> {
    try {
      // Passed as an object, so that the address is never parsed as a list.
      await transport.sendMail({ from, to: { name: '', address: to }, subject, text })
    } catch (cause) {
      throw new Failure('busy', 'The mail could not be sent. Try again in a few minutes.', {
        cause,
        retryAfter: 60,
      })
    }
  }

  return { send: (message) => withPermit(() => deliver(message)) }
}
