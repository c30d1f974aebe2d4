import type { Handler } from 'hono'
import type { Session } from '../../accounts/sessions.ts'
import { Failure, invalidField } from '../../failure.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { PRESET_FIELD } from '../../html/queue/bulk-bar.ts'
import { changesMessage, searchMessage } from '../../html/actions/action-messages.ts'
import { redoValues, undoValues } from '../../html/parts/notice.ts'
import { actionBodyLimits } from '../../http/action-body-limits.ts'
import { personCaller } from '../../http/caller.ts'
import { withFlash } from '../../http/flash.ts'
import { readFormOrStale, STALE_FORM } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { returnPath } from '../../http/return-path.ts'
import { readSession, signedIn } from '../../http/visitor.ts'
import type {
  Changes,
  Outcomes,
  QueueAction,
  QueueActionWith,
  SearchOutcome,
  Undone,
} from '../../queue/actions/action.ts'
import { changeItems, itemActions } from '../../queue/actions/catalogue.ts'
import { snoozeItem } from '../../queue/actions/snooze-item.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import { saveLinks } from '../../queue/actions/save-links.ts'
import { MAX_IDS } from '../../queue/input/field.ts'
import { MAX_BYTES_AT_ONCE, measureAct, undoAct } from '../../queue/undo/undo-act.ts'
import { runQueueAction } from '../../queue/actions/run-action.ts'
import type { Services } from '../../services.ts'
import { formMistake } from './form-mistake.ts'
import { showQueue } from './queue.ts'
import { done, saveTyped, signInFirst } from './save-typed.ts'
import type { Notice } from '../../text/notice.ts'

/** `POST /queue/{action}` from a form. */
export function queueActionSubmission(services: Services, action: QueueAction): Handler {
  if (action.name !== saveLink.name) return submission(services, action)
  // A link that was typed must not get lost when the session has ended.
  const save = submission(services, action)
  return async (c, next) => ((await readSession(c, services)) ? save(c, next) : signInFirst(c, services))
}

function submission(services: Services, action: QueueAction): Handler {
  const fields = action.name === saveLink.name ? { ...action.fields, ...saveLinks.fields } : action.fields
  return signedIn(services, async (c, visitor) => {
    const { session, formToken } = visitor
    const { form, isStale } = await readFormOrStale(c, services, { session, size: actionBodyLimits(fields) })
    const returnTo = returnPath(form['return'])
    try {
      if (isStale) throw staleForm(action)
      const notice = await run(services, session, { action, form })
      return c.redirect(withFlash(services, formToken, { path: returnTo, notice }), 303)
    } catch (error) {
      const { notice, isLong, status } = formMistake(error, action, { form })
      if (isLong) return showQueue(c, services, { visitor, query: {}, notice, status })
      return c.redirect(withFlash(services, formToken, { path: returnTo, notice }), 303)
    }
  })
}

/** Runs the action and returns a notice of its outcome. */
async function run(
  services: Services,
  session: Session,
  { action, form }: { action: QueueAction; form: InputMembers },
): Promise<Notice> {
  const run = <G extends keyof Outcomes>(action: QueueActionWith<G>) =>
    runQueueAction(
      services,
      { accountId: session.accountId, caller: personCaller(services, session), action },
      inputOf(action, form),
    )
  switch (action.outcome) {
    case 'saved':
      return action.name === saveLink.name ? saveTyped(services, session, form) : done(await run(action))
    case 'changes':
      return changed(await run(action))
    case 'search':
      return searchDone(await run(action))
    case 'imported': {
      const { added, act } = await run(action)
      return {
        kind: 'done',
        text: allMessages.imports.imported(added),
        values: undoValues(act),
      }
    }
    case 'undone':
      return (await wholeActUndone(services, session, form)) ?? undone(await run(action))
  }
}

/**
 * The input of the action in a form. Each field of the selection bar belongs to some of its buttons, so a tag that was
 * typed before another button was pressed is ignored.
 */
function inputOf({ name }: { name: string }, form: InputMembers): InputMembers {
  if (name !== changeItems.name) return form
  const { items, action, [PRESET_FIELD]: preset } = form
  if (preset !== undefined) return { items, action: snoozeItem.name, until: preset }
  // Enter in a field of the bar runs the action that has the field.
  const entered = itemActions.find(({ fields }) => Object.keys(fields).some((field) => form[field]))
  if (action === '' && !entered) throw invalidField('action', allMessages.queue.bulk.nothingTyped)
  const chosen = action === '' ? entered : itemActions.find(({ name }) => name === action)
  const fields = Object.entries(form).filter(([field]) => field in (chosen?.fields ?? {}))
  return { items, action: chosen?.name ?? action, ...Object.fromEntries(fields) }
}

function changed(changes: Changes): Notice {
  return { kind: 'done', text: changesMessage(changes), values: undoValues(changes.act) }
}

/** Undoes a whole act in parts, because it may have any size; undefined if the form asks for another undo. */
async function wholeActUndone(
  services: Services,
  session: Session,
  form: InputMembers,
): Promise<Notice | undefined> {
  const act = Number(form['change'])
  if (form['extent'] !== 'act' || !Number.isSafeInteger(act)) return undefined
  const { accountId } = session
  const { count, bytes } = await measureAct(services.db, accountId, { act, limit: MAX_IDS + 1 })
  if (count <= MAX_IDS && bytes <= MAX_BYTES_AT_ONCE) return undefined
  return undone(await undoAct(services, { accountId, caller: personCaller(services, session), act }))
}

function searchDone(outcome: SearchOutcome): Notice {
  return { kind: 'done', text: searchMessage(outcome), values: undoValues(outcome.act) }
}

function undone({ words, act, isRedo }: Pick<Undone, 'words' | 'act' | 'isRedo'>): Notice {
  return { kind: 'done', text: words, values: isRedo ? undoValues(act) : redoValues(act) }
}

/** The failure of an outdated form; one that saves is shown again with its text. */
function staleForm({ name }: QueueAction): Failure {
  return name === saveLink.name
    ? invalidField('url', allMessages.queue.save.expired)
    : new Failure('cross_site', STALE_FORM)
}
