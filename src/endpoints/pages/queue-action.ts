import type { Handler } from 'hono'
import type { Session } from '../../accounts/sessions.ts'
import { changesMessage, savedMessage } from '../../html/actions/action-messages.ts'
import { redoValues, undoValues } from '../../html/parts/notice.ts'
import { actionBodyLimits } from '../../http/action-body-limits.ts'
import { personCaller } from '../../http/caller.ts'
import { type Flash, withFlash } from '../../http/flash.ts'
import { readForm } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { returnPath } from '../../http/return-path.ts'
import { signedIn } from '../../http/visitor.ts'
import type {
  Changes,
  Outcomes,
  QueueAction,
  QueueActionWith,
  Saved,
  Undone,
} from '../../queue/actions/action.ts'
import { changeItems, itemActions } from '../../queue/actions/catalogue.ts'
import { runQueueAction } from '../../queue/actions/run-action.ts'
import type { Services } from '../../services.ts'
import { formMistake } from './form-mistake.ts'
import { showQueue } from './queue.ts'

/** `POST /queue/{action}` from a form. */
export function queueActionSubmission(services: Services, action: QueueAction): Handler {
  return signedIn(services, async (c, visitor) => {
    const { session, formToken } = visitor
    const form = await readForm(c, services, session, actionBodyLimits(action.fields))
    const returnTo = returnPath(form['return'])
    try {
      const flash = await run(services, session, action, form)
      return c.redirect(withFlash(services, formToken, returnTo, flash), 303)
    } catch (error) {
      const { flash, isLong, status } = formMistake(error, action, form)
      if (isLong) return showQueue(c, services, visitor, {}, { notice: flash, status })
      return c.redirect(withFlash(services, formToken, returnTo, flash), 303)
    }
  })
}

/** Runs it, and says what came of it. */
async function run(
  services: Services,
  session: Session,
  action: QueueAction,
  form: InputMembers,
): Promise<Flash> {
  const run = <G extends keyof Outcomes>(action: QueueActionWith<G>) =>
    runQueueAction(
      services,
      { accountId: session.accountId, caller: personCaller(services, session), action },
      inputOf(action, form),
    )
  switch (action.outcome) {
    case 'saved':
      return done(await run(action))
    case 'changes':
      return changed(await run(action))
    case 'undone':
      return undone(await run(action))
  }
}

/**
 * What the form says for its action: the fields of the selection bar belong to some of its buttons, and a tag that was
 * typed before another button was pressed is not meant.
 */
function inputOf({ name }: { name: string }, form: InputMembers): InputMembers {
  if (name !== changeItems.name) return form
  const chosen = itemActions.find(({ name }) => name === form['action'])
  const isMeant = (name: string) => name === 'items' || name === 'action' || name in (chosen?.fields ?? {})
  return Object.fromEntries(Object.entries(form).filter(([name]) => isMeant(name)))
}

function changed(changes: Changes): Flash {
  return { kind: 'done', text: changesMessage(changes), values: undoValues(changes.act) }
}

function undone({ words, act }: Undone): Flash {
  return { kind: 'done', text: words, values: redoValues(act) }
}

/** Names the item where it is one, for a page that leads on to it. */
function done(saved: Saved[]): Flash {
  const [first] = saved
  const only = saved.length === 1 && first ? { item: first.item.id } : {}
  return { kind: 'done', text: savedMessage(saved), values: { ...undoValues(first?.act ?? null), ...only } }
}
