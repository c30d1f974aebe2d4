import type { Handler } from 'hono'
import { endOtherSessions, endSession } from '../../accounts/end-sessions.ts'
import { listSessions } from '../../accounts/sessions.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import type { Services } from '../../services.ts'
import { accountForm } from './submission.ts'

const messages = allMessages.account.sessions

/** Public id of a session. The hash is not exposed, because CSRF tokens are derived from it. */
export function sessionId({ seal }: Services, hash: string): string {
  return seal.sign('session-id', hash).slice(0, 16)
}

/** `POST /account/sessions/end`: signs one browser out. */
export function endSessionHandler(services: Services): Handler {
  return accountForm(services, {
    name: 'session',
    section: 'sessions-heading',
    async work(form, { session }) {
      const { db, clock } = services
      const id = textOf(form, 'session')
      const sessions = await listSessions(db, session.accountId, clock.now())
      const ended = sessions.find(({ hash }) => hash !== session.hash && sessionId(services, hash) === id)
      if (!ended) return { text: messages.alreadyEnded }
      await endSession(db, ended.hash)
      return { text: messages.done }
    },
  })
}

/** `POST /account/sessions/end-others`: signs every other browser out. */
export function endOtherSessionsHandler(services: Services): Handler {
  return accountForm(services, {
    name: 'sessions',
    section: 'sessions-heading',
    async work(_, { session }) {
      const count = await endOtherSessions(services.db, session.accountId, session.hash)
      return { text: messages.othersDone(count) }
    },
  })
}
