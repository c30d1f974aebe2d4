import type { Handler } from 'hono'
import { emptyTrashPage } from '../../html/queue/empty-trash-page.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { personCaller } from '../../http/caller.ts'
import { withFlash } from '../../http/flash.ts'
import { readForm } from '../../http/form.ts'
import { personOf, signedIn } from '../../http/visitor.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { deleteTrash, enqueueEmptyTrash } from '../../queue/maintenance/trash.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'

const TRASH = '/queue?state=removed'

/** `GET /trash/empty`: asks for confirmation before everything in the trash is deleted for good. */
export function emptyTrashForm(services: Services): Handler {
  return signedIn(services, async (c, visitor) => {
    const { removed } = await itemsOf(services.db, visitor.session.accountId).totals()
    if (removed === 0) return c.redirect(TRASH, 303)
    return htmlResponse(c, emptyTrashPage({ person: personOf(visitor), count: removed }))
  })
}

/** The most items that are deleted before the response; a job deletes the rest. */
const MAX_AT_ONCE = 100

/** `POST /trash/empty`: empties the trash, mostly in the background. Agents can't do this. */
export function emptyTrashSubmission(services: Services): Handler {
  return signedIn(services, async (c, { session, formToken }) => {
    await readForm(c, services, { session })
    const { accountId } = session
    const until = await enqueueEmptyTrash(services, accountId, personCaller(services, session))
    const isEmpty = await deleteTrash(services, accountId, { until, limit: MAX_AT_ONCE })
    const { emptied, emptying } = allMessages.queue.trash
    const notice = { kind: 'done', text: isEmpty ? emptied : emptying } as const
    return c.redirect(withFlash(services, formToken, { path: TRASH, notice }), 303)
  })
}
