import type { Handler } from 'hono'
import { displayName } from '../../html/parts/agent-name.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import { signedIn } from '../../http/visitor.ts'
import { listLocalhostPermissions, withdrawLocalhost } from '../../oauth/localhost-permissions.ts'
import type { Services } from '../../services.ts'

const messages = allMessages.agents.localhost

/** POST /agents/localhost: withdraws the permission to send access to http://localhost. Access that was given stays. */
export function withdrawLocalhostSubmission(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    const { db } = services
    const clientId = textOf(await readForm(c, services, { session }), 'agent')
    const permissions = await listLocalhostPermissions(db, session.accountId)
    const name = permissions.find((permission) => permission.clientId === clientId)?.clientName ?? null
    const isDone = await withdrawLocalhost(db, session.accountId, clientId)
    const text = isDone ? messages.withdrawn(displayName(name)) : messages.alreadyWithdrawn
    return c.redirect(
      withFlash(services, formToken, { path: '/agents', notice: { kind: 'done', text } }),
      303,
    )
  })
}
