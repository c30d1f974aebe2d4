import type { Handler } from 'hono'
import { isSignUpOpen } from '../../accounts/sign-up-policy.ts'
import { landingPage } from '../../html/landing/landing-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { readQuery } from '../../http/read-input.ts'
import { readSession } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'

const messages = allMessages.shell.landing

/** `GET /`: the queue for whoever is signed in, else what the service is. */
export function landing(services: Services): Handler {
  const { db, config, clock } = services
  return async (c) => {
    if (await readSession(c, services)) return c.redirect('/queue', 303)
    const query = readQuery(c.req.raw)
    const text =
      'signed-out' in query ? messages.signedOut : 'deleted' in query ? messages.deleted : undefined
    const notice = text === undefined ? undefined : ({ kind: 'done', text } as const)
    const isOpen = await isSignUpOpen(db, config, { now: clock.now() })
    return htmlResponse(c, landingPage({ baseUrl: config.baseUrl, isSignUpOpen: isOpen, notice }))
  }
}
