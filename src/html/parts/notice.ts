import { html } from 'hono/html'
import { undoChange } from '../../queue/actions/undo-change.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from './person.ts'
import { attributes } from './attributes.ts'
import { allWords } from '../words/words.ts'
import { formTokenField, returnField } from './form-token.ts'

/** What a page says once: that something was done, or what was wrong with what came. */
export type Notice = {
  kind: 'done' | 'mistake'
  text: string
  /** The field that was wrong; it is described by the notice. */
  field?: string | undefined
  /** What was typed, to fill in again, and which form it came from. */
  kept?: Kept | undefined
}

/** `form` and `item` name the action's form; `undo` and `redo` the act that a button takes back. */
export type Kept = { form?: string; item?: string; undo?: string; redo?: string } & Record<string, string>

/** Offers to take back an act, by its number; nothing where there is none. */
export function undoing(act: number | null): Kept {
  return act === null ? {} : { undo: String(act) }
}

/** The same, where the act was an undoing itself. */
export function redoing(act: number | null): Kept {
  return act === null ? {} : { redo: String(act) }
}

/** The id by which a wrong field points at the notice. */
export const NOTICE_ID = 'notice'

export function noticeBox(notice: Notice | undefined): Fragment | undefined {
  return notice && box(notice)
}

/** A notice with a button that takes back what was done, where that is possible. */
export function noticeWithUndo(
  notice: Notice | undefined,
  person: Person,
  returnTo: string,
): Fragment | undefined {
  const { undo, redo } = notice?.kind === 'done' ? (notice.kept ?? {}) : {}
  const act = undo ?? redo
  if (!notice || !act) return noticeBox(notice)
  return box(
    notice,
    html`<form class="undo" method="post" action="/queue/${undoChange.name}">
      ${formTokenField(person.formToken)} ${returnField(returnTo)}
      <input type="hidden" name="change" value="${act}" />
      <input type="hidden" name="extent" value="act" />
      <button class="button plain">${undo ? allWords.history.undo : allWords.history.redo}</button>
    </form>`,
  )
}

/** It takes the focus, so that reading goes on from it, unless the field that it is about does. */
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
    <p dir="auto">${text}</p>
    ${button}
  </div>`
}
