import type { Context, Handler } from 'hono'
import { Failure } from '../../failure.ts'
import { connectPage } from '../../html/connect/connect-page.ts'
import { connectorCheckPage } from '../../html/connect/connector-check-page.ts'
import { readForm } from '../../http/form.ts'
import { personOf, signedIn, type SignedIn } from '../../http/visitor.ts'
import type { Services } from '../../services.ts'
import { failureResponse } from '../shared/failure-response.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { connectView } from './connect.ts'
import { beginSelfTest, endSelfTest } from './self-test-limit.ts'
import { runSelfTest } from './run-self-test.ts'
import { startSelfTest } from './self-test.ts'

/** POST /connect/check: acts as a client over the public address, and shows which steps succeed. */
export function checkConnector(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { session } = visitor
    await readForm(c, services, { session })
    try {
      await beginSelfTest(services, session.accountId)
    } catch (error) {
      return refusal(c, services, { visitor, error })
    }
    try {
      const steps = await runSelfTest(startSelfTest(services, session, openedAt(c)))
      const person = personOf(visitor)
      return await htmlResponse(
        c,
        connectorCheckPage({ ...(await connectView(services, visitor)), person, steps }),
      )
    } finally {
      await endSelfTest(services, session.accountId)
    }
  })
}

/** The form's Origin; browsers send "null" to withhold it. */
function openedAt(c: Context): string | undefined {
  const origin = c.req.header('origin')
  return origin === 'null' ? undefined : origin
}

/** Shows a rate limit on the connect page; rethrows other errors. */
async function refusal(
  c: Context,
  services: Services,
  { visitor, error }: { visitor: SignedIn; error: unknown },
): Promise<Response> {
  if (!(error instanceof Failure)) throw error
  const notice = { kind: 'mistake', text: error.detail } as const
  return failureResponse(c, error, {
    content: connectPage(await connectView(services, visitor, { notice })),
    hasScripts: true,
  })
}
