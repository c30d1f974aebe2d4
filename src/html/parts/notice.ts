import { html } from '../html.ts'
import { undoChange } from '../../queue/actions/undo-change.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from './person.ts'
import type { Notice, NoticeValues } from '../../text/notice.ts'
import { attributes } from './attributes.ts'
import { allMessages } from '../messages/messages.ts'
import { formTokenField, returnField } from './form-token.ts'
import { translated } from '../messages/sentences.ts'

/** Offers to undo the change of this number. */
export function undoValues(act: number | null): NoticeValues {
  return act === null ? {} : { undo: String(act) }
}

/** Offers to undo the undo of this number. */
export function redoValues(act: number | null): NoticeValues {
  return act === null ? {} : { redo: String(act) }
}

/** The id by which a wrong field refers to the notice. */
export const NOTICE_ID = 'notice'

/** Where notices appear, also those of scripts. */
export function noticeArea(content: Fragment | false | undefined): Fragment {
  return html`<div class="notices" aria-live="polite" data-unreached="${allMessages.shell.unreached}">
    ${content}
  </div>`
}

export function noticeBox(notice: Notice | undefined): Fragment | undefined {
  return notice && box(notice)
}

/** A notice with an undo button, if the change can be undone; `otherUndo` is the button of a change that isn't in the history. */
export function noticeWithUndo(
  notice: Notice | undefined,
  person: Person,
  { returnTo, otherUndo }: { returnTo: string; otherUndo?: Fragment | undefined },
): Fragment | undefined {
  const { undo, redo } = notice?.values ?? {}
  const act = undo ?? redo
  if (!notice) return undefined
  if (!act) return box(notice, otherUndo)
  return box(
    notice,
    html`<form class="${undo ? 'undo' : 'undo redo'}" method="post" action="/queue/${undoChange.name}">
      ${formTokenField(person.formToken)} ${returnField(returnTo)}
      <input type="hidden" name="change" value="${act}" />
      <input type="hidden" name="extent" value="act" />
      <button class="button plain">${undo ? allMessages.history.undo : allMessages.history.redo}</button>
    </form>`,
  )
}

/** The notice gets the focus, for screen readers, unless a wrong field gets it. */
function box({ kind, text, field }: Notice, button?: Fragment): Fragment {
  const role = kind === 'done' ? 'status' : 'alert'
  const focus = field ? undefined : true
  return html`<div
    class="notice ${kind}"
    role="${role}"
    id="${NOTICE_ID}"
    tabindex="-1"
    ${attributes({ autofocus: focus })}
  >
    <p dir="auto">${translated(text)}</p>
    ${button}
  </div>`
}
