import type { Handler } from 'hono'
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
import { OFFLINE_ACTIONS } from '../../queue/offline/offline-actions.ts'
import {
  isConflict,
  currentNote,
  type OfflineAction,
  runOfflineAction,
} from '../../queue/offline/run-offline-action.ts'
import { uncachedJson } from '../shared/uncached-json.ts'
import type { Services } from '../../services.ts'

const KEY = /^[\w-]{16,64}$/
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
      return uncachedJson(c, { outcome: await runOfflineAction(services, { accountId, caller }, offline) })
    } catch (error) {
      if (!(error instanceof Failure) || TEMPORARY.has(error.code)) throw error
      const detail = translated(error.detail)
      const status = failureStatus[error.code]
      if (!offline.on || !isConflict(error, offline))
        return uncachedJson(c, { outcome: 'refused', detail }, status)
      const note = await currentNote(services.db, { accountId, itemId: offline.on.itemId })
      return uncachedJson(c, { outcome: 'conflict', detail, note }, status)
    }
  })
}

/** Throws `malformed` for input that no page of the service sends. */
function offlineActionOf(form: InputMembers, now: number): OfflineAction {
  const name = textOf(form, 'action')
  const key = textOf(form, 'key')
  if (!KEY.test(key)) throw new Failure('malformed', NOT_FROM_PAGE)
  const action = OFFLINE_ACTIONS.some((offline) => offline === name)
    ? itemActions.find((action) => action.name === name)
    : undefined
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
