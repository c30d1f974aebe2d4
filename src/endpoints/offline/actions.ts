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
import {
  isConflict,
  currentNote,
  type OfflineAction,
  runOfflineAction,
} from '../../queue/offline/run-offline-action.ts'
import type { Services } from '../../services.ts'

const KEY = /^[\w-]{16,64}$/
/** What can be done on a device that is offline, besides saving links. */
const ACTIONS = new Set([
  'mark-read',
  'mark-unread',
  'favourite-item',
  'unfavourite-item',
  'snooze-item',
  'unsnooze-item',
  'remove-item',
  'restore-item',
  'tag-item',
  'untag-item',
  'set-progress',
  'edit-item',
  'highlight-item',
])
const NOT_FROM_PAGE = 'This was not sent by a page of this service.'
/** After these the device sends the action again later. */
const TEMPORARY = new Set<FailureCode>(['busy', 'too_many_requests', 'unauthorized'])

/** `POST /offline/actions`: carries out one action of a device that was offline, once however often it is sent. */
export function offlineAction(services: Services): Handler {
  const limits = actionBodyLimits({ ...saveLink.fields, ...highlightItem.fields })
  return signedIn(services, async (c, { session }) => {
    const form = await readForm(c, services, { session, size: limits })
    const { accountId } = session
    const offline = offlineActionOf(form, services.clock.now())
    try {
      const caller = personCaller(services, session)
      return json(c, { outcome: await runOfflineAction(services, { accountId, caller }, offline) })
    } catch (error) {
      if (!(error instanceof Failure) || TEMPORARY.has(error.code)) throw error
      const detail = translated(error.detail)
      const status = failureStatus[error.code]
      if (!offline.on || !isConflict(error, offline)) return json(c, { outcome: 'refused', detail }, status)
      const note = await currentNote(services.db, { accountId, itemId: offline.on.itemId })
      return json(c, { outcome: 'conflict', detail, note }, status)
    }
  })
}

/** Throws `malformed` for input that no page of the service sends. */
function offlineActionOf(form: InputMembers, now: number): OfflineAction {
  const name = textOf(form, 'action')
  const key = textOf(form, 'key')
  if (!KEY.test(key)) throw new Failure('malformed', NOT_FROM_PAGE)
  const action = itemActions.find((action) => action.name === name && ACTIONS.has(name))
  if (!action && name !== saveLink.name) throw new Failure('malformed', NOT_FROM_PAGE)
  const { fields } = action ?? saveLink
  const ago = Number(textOf(form, 'ago'))
  return {
    key,
    on: action && { action, itemId: textOf(form, 'item') },
    input: Object.fromEntries(
      Object.keys(fields).flatMap((name) => (name in form ? [[name, form[name]]] : [])),
    ),
    // The device's clock may be wrong, but not its difference between two times.
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
