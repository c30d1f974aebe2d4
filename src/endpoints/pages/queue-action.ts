import type { Handler } from 'hono'
import { changesWords, savedWords, undoOfMany } from '../../html/action-words.ts'
import { actionForm } from '../../http/action-form.ts'
import { type Flash, withFlash } from '../../http/flash.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { returnPath } from '../../http/return-path.ts'
import { signedIn } from '../../http/visitor.ts'
import type { Changes, Outcomes, QueueAction, QueueActionGiving, Saved } from '../../queue/action.ts'
import { PERSON } from '../../queue/item.ts'
import { runQueueAction } from '../../queue/run.ts'
import type { Services } from '../../services.ts'
import { mistakeOf } from './mistake.ts'
import { showQueue } from './queue.ts'

/** `POST /queue/{action}` from a form. */
export function queueActionSubmission(services: Services, action: QueueAction): Handler {
  return signedIn(services, async (c, visitor) => {
    const { session, formToken } = visitor
    const form = await readForm(c, services, session, actionForm(action.fields))
    const returnTo = returnPath(form['return'])
    try {
      const flash = await run(services, session.accountId, action, form)
      return c.redirect(withFlash(services, formToken, returnTo, flash), 303)
    } catch (error) {
      const { flash, isLong, status } = mistakeOf(error, action, form)
      if (isLong) return showQueue(c, services, visitor, {}, { notice: flash, status })
      return c.redirect(withFlash(services, formToken, returnTo, flash), 303)
    }
  })
}

/** Runs it, and says what came of it. */
async function run(
  services: Services,
  accountId: string,
  action: QueueAction,
  form: InputMembers,
): Promise<Flash> {
  const run = <G extends keyof Outcomes>(action: QueueActionGiving<G>) =>
    runQueueAction(services, accountId, PERSON, action, form)
  switch (action.gives) {
    case 'saved':
      return done(await run(action))
    case 'changes':
      return changed(await run(action), textOf(form, 'tag'))
    case 'undone':
      return { kind: 'done', text: (await run(action)).words }
  }
}

/** Names what takes it back, and for which items. */
function changed(changes: Changes, tag: string): Flash {
  const text = changesWords(changes)
  const undo = undoOfMany(changes.action.name)
  if (undo === undefined || changes.changed.length === 0) return { kind: 'done', text }
  const items = changes.changed.map(({ id }) => id).join(' ')
  return { kind: 'done', text, kept: { undo, items, ...('tag' in changes.action.fields && { tag }) } }
}

/** Names the item where it is one, for a page that leads on to it. */
function done(saved: Saved[]): Flash {
  const [only] = saved.length === 1 ? saved : []
  return { kind: 'done', text: savedWords(saved), ...(only && { kept: { item: only.item.id } }) }
}
