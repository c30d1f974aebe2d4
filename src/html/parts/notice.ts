import { html } from 'hono/html'
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
 * `form` and `item` name the action's form; `undo` an action that takes back what was done, to that item or
 * to several `items`.
 */
export type Kept = { form?: string; item?: string; items?: string; undo?: string } & Record<string, string>

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
  const { undo, item, items, tag } = notice?.kept ?? {}
  if (!notice || notice.kind !== 'done' || !undo || !(item ?? items)) return noticeBox(notice)
  const several = Object.entries({ action: undo, items, tag }).filter(([, value]) => value !== undefined)
  return box(
    notice,
    html`<form
      class="undo"
      method="post"
      action="${items ? `/queue/${changeItems.name}` : `/queue/items/${item}/${undo}`}"
    >
      ${formTokenField(person.formToken)} ${returnField(returnTo)}
      ${items && several.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
      <button class="button plain">${allWords.queue.undo}</button>
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
