import type { Handler } from 'hono'
import { endOtherSessions, endSession } from '../../accounts/end-sessions.ts'
import { listSessions } from '../../accounts/sessions.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import type { Services } from '../../services.ts'
import { accountForm } from './submission.ts'

const messages = allMessages.account.sessions

/** What a page calls a session: its hash, which other pages bind their forms to, stays here. */
export function sessionId({ seal }: Services, hash: string): string {
  return seal.sign('session-id', hash).slice(0, 16)
}

/** `POST /account/sessions/end`: signs one browser out. */
export function endSessionHandler(services: Services): Handler {
  return accountForm(services, {
    name: 'session',
    async work(form, { session }) {
      const { db, clock } = services
      const given = textOf(form, 'session')
      const sessions = await listSessions(db, session.accountId, clock.now())
      const ended = sessions.find(({ hash }) => hash !== session.hash && sessionId(services, hash) === given)
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
    async work(_, { session }) {
      const count = await endOtherSessions(services.db, session.accountId, session.hash)
      return { text: messages.othersDone(count) }
    },
  })
}
