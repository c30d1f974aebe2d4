import type { Context, Handler } from 'hono'
import { Failure, type FailureCode } from '../../failure.ts'
import { failureStatus } from '../../failure-status.ts'
import { translated } from '../../html/messages/sentences.ts'
import { actionBodyLimits } from '../../http/action-body-limits.ts'
import { personCaller } from '../../http/caller.ts'
import { readForm, textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { signedIn } from '../../http/visitor.ts'
import { itemActions } from '../../queue/actions/catalogue.ts'
import { highlightItem } from '../../queue/actions/highlight-item.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import { isConflict, noteNow, type OfflineAct, runOfflineAct } from '../../queue/offline/run-offline-act.ts'
import type { Services } from '../../services.ts'

const KEY = /^[\w-]{16,64}$/
/** What can be done on a device that is offline, besides saving links. */
const ACTIONS = new Set([
  'mark-read',
  'mark-unread',
  'favourite-item',
  'unfavourite-item',
  'tag-item',
  'untag-item',
  'set-progress',
  'edit-item',
  'highlight-item',
])
const NOT_OURS = 'This was not sent by a page of this service.'
/** Failures that pass: the device sends the act again later. */
const PASSING = new Set<FailureCode>(['busy', 'too_many_requests', 'unauthorized'])

/** `POST /offline/acts`: carries out one act of a device that was offline, once however often it is sent. */
export function offlineAct(services: Services): Handler {
  const limits = actionBodyLimits({ ...saveLink.fields, ...highlightItem.fields })
  return signedIn(services, async (c, { session }) => {
    const form = await readForm(c, services, session, limits)
    const { accountId } = session
    const act = actOf(form, services.clock.now())
    try {
      const caller = personCaller(services, session)
      return json(c, { outcome: await runOfflineAct(services, { accountId, caller }, act) })
    } catch (error) {
      if (!(error instanceof Failure) || PASSING.has(error.code)) throw error
      const detail = translated(error.detail)
      const status = failureStatus[error.code]
      if (!act.on || !isConflict(error, act)) return json(c, { outcome: 'refused', detail }, status)
      const note = await noteNow(services.db, accountId, act.on.itemId)
      return json(c, { outcome: 'conflict', detail, note }, status)
    }
  })
}

/** Throws `malformed` for what no page of ours sends. */
function actOf(form: InputMembers, now: number): OfflineAct {
  const name = textOf(form, 'action')
  const key = textOf(form, 'key')
  if (!KEY.test(key)) throw new Failure('malformed', NOT_OURS)
  const action = itemActions.find((action) => action.name === name && ACTIONS.has(name))
  if (!action && name !== saveLink.name) throw new Failure('malformed', NOT_OURS)
  const { fields } = action ?? saveLink
  const ago = Number(textOf(form, 'ago'))
  return {
    key,
    on: action && { action, itemId: textOf(form, 'item') },
    input: Object.fromEntries(
      Object.keys(fields).flatMap((name) => (name in form ? [[name, form[name]]] : [])),
    ),
    // The clock of the device may be wrong; how long ago it was is not.
    doneAt: now - (Number.isFinite(ago) && ago > 0 ? ago : 0),
    knownNote: 'known_note' in form ? textOf(form, 'known_note') : undefined,
  }
}

export function json(
  c: Context,
  value: object,
  status: (typeof failureStatus)[keyof typeof failureStatus] | 200 = 200,
): Response {
  c.header('Cache-Control', 'no-store')
  return c.json(value, status)
}
