import type { Context, Handler } from 'hono'
import { endWelcomeStep, reachedStep, skipWelcome, WELCOME_STEPS } from '../../accounts/welcome.ts'
import { welcomePage } from '../../html/welcome/welcome-page.ts'
import { welcomeStepPath } from '../../html/welcome/welcome-view.ts'
import { readFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf, signedIn, type SignedIn } from '../../http/visitor.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import type { Services } from '../../services.ts'
import { connectView } from '../connect/connect.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { builtExtensions } from './extension.ts'

/** `GET /welcome`: the first steps of a new account, until they are done or skipped. */
export function showWelcome(services: Services): Handler {
  return signedIn(services, (c, visitor) => {
    if (visitor.session.welcomeStep === 0) return c.redirect('/queue', 303)
    return answerWelcome(c, services, { visitor, query: readQuery(c.req.raw) })
  })
}

/** Answers with the step that the person is at, or with one before it that the address names. */
export async function answerWelcome(
  c: Context,
  services: Services,
  { visitor, query }: { visitor: SignedIn; query: Record<string, string> },
): Promise<Response> {
  const { accountId, welcomeStep } = visitor.session
  const { unread, read, snoozed } = visitor.counts ?? (await itemsOf(services.db, accountId).totals())
  const savedCount = unread + read + snoozed
  const reached = reachedStep(welcomeStep, savedCount)
  const view = {
    person: personOf(visitor),
    step: Math.min(parseStep(query['step']) || welcomeStep, reached),
    savedCount,
    builds: await builtExtensions(),
    // An agent that connected before this step was shown counts as well.
    connect: await connectView(services, visitor, { query: { ...query, since: '0' } }),
    notice: readFlash(services, visitor.formToken, query),
  }
  return htmlResponse(c, welcomePage(view), { hasScripts: true })
}

/** The number of a step; 0 for anything else. */
function parseStep(given: string | undefined): number {
  return WELCOME_STEPS.findIndex((_, index) => String(index + 1) === given) + 1
}

/** `POST /welcome`: ends a step, or all. */
export function welcomeSubmission(services: Services): Handler {
  return signedIn(services, async (c, { session }) => {
    const form = await readForm(c, services, { session })
    const step = parseStep(textOf(form, 'step'))
    if (textOf(form, 'skip') === 'all') await skipWelcome(services.db, session.accountId)
    else if (step > 0) await endWelcomeStep(services.db, session.accountId, step)
    const isOver = textOf(form, 'skip') === 'all' || step === WELCOME_STEPS.length
    return c.redirect(isOver ? '/queue' : welcomeStepPath(step + 1), 303)
  })
}
