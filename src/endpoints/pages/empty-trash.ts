import type { Handler } from 'hono'
import { emptyTrashPage } from '../../html/queue/empty-trash-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { personCaller } from '../../http/caller.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm } from '../../http/form.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { enqueueEmptyTrash } from '../../queue/maintenance/trash.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'

const TRASH = '/queue?state=removed'

/** `GET /trash/empty`: asks whether to delete for good what is in the trash. */
export function emptyTrashForm(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { removed } = await itemsOf(services.db, visitor.session.accountId).totals()
    if (removed === 0) return c.redirect(TRASH, 303)
    return htmlResponse(c, emptyTrashPage({ person: personOf(visitor), count: removed }))
  })
}

/** `POST /trash/empty`: deletes it in the background. No agent can. */
export function emptyTrashSubmission(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    await readForm(c, services, session)
    await enqueueEmptyTrash(services, session.accountId, personCaller(services, session))
    const flash = { kind: 'done', text: allMessages.queue.trash.emptied } as const
    return c.redirect(withFlash(services, formToken, TRASH, flash), 303)
  })
}
