import { html } from 'hono/html'
import { undoChange } from '../../queue/actions/undo-change.ts'
import { changeItems } from '../../queue/catalogue.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../layout.ts'
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

/**
 * `form` and `item` name the action's form; `change` is the number of the change that was made, `undo` an action that
 * takes back what was done to several `items`.
 */
export type Kept = {
  form?: string
  item?: string
  change?: string
  items?: string
  undo?: string
} & Record<string, string>

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
  const undo = notice?.kind === 'done' ? undoOf(notice.kept ?? {}) : undefined
  if (!notice || !undo) return noticeBox(notice)
  const fields = Object.entries(undo.fields).filter(([, value]) => value !== undefined)
  return box(
    notice,
    html`<form class="undo" method="post" action="/queue/${undo.action}">
      ${formTokenField(person.formToken)} ${returnField(returnTo)}
      ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="button plain">${allWords.queue.undo}</button>
    </form>`,
  )
}

type Undo = { action: string; fields: Record<string, string | undefined> }

function undoOf({ change, undo, items, tag }: Kept): Undo | undefined {
  if (change) return { action: undoChange.name, fields: { change } }
  if (undo && items) return { action: changeItems.name, fields: { action: undo, items, tag } }
  return undefined
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
