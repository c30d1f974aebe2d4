import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from './attributes.ts'
import { NOTICE_ID } from './notice.ts'

/** A labelled text input. */
export type TextField = {
  name: string
  label: string
  type: 'text' | 'email' | 'password'
  autocomplete: string
  /** By default the name; needed if several forms of a page have a field of this name. */
  id?: string
  value?: string | undefined
  hint?: string | undefined
  maxLength?: number
  isOptional?: boolean
  isWrong?: boolean
  /** Whether it has the focus when the page comes. */
  hasFocus?: boolean
}

export function textField(field: TextField): Fragment {
  const { name, label, type, hint, isWrong = false, id = name } = field
  const hintId = hint && `${id}-hint`
  return html`<div class="field">
    <label for="${id}">${label}</label>
    <input${attributes({
      id,
      name,
      type,
      required: field.isOptional ? undefined : true,
      value: field.value,
      maxlength: field.maxLength,
      autocomplete: field.autocomplete,
      autocapitalize: type === 'password' ? undefined : 'none',
      spellcheck: 'false',
      ...describedBy(isWrong, hintId),
      ...(field.hasFocus && { autofocus: true }),
    })} />
    ${hint && html`<p class="hint" id="${id}-hint">${hint}</p>`}
  </div>`
}

/** The input for a code of an authenticator app, or a recovery code. */
export function codeField(label: string, isWrong: boolean): Fragment {
  return textField({
    name: 'code',
    label,
    type: 'text',
    autocomplete: 'one-time-code',
    maxLength: MAX_CODE_LENGTH,
    isWrong,
  })
}

/** Enough for a recovery code with dashes and spaces. */
const MAX_CODE_LENGTH = 40

/** The attributes that refer a field to its hint and, if it is wrong, to the notice; a wrong field has the focus. */
export function describedBy(isWrong: boolean, hintId?: string): Record<string, string | true | undefined> {
  const ids = [isWrong ? NOTICE_ID : undefined, hintId].filter(Boolean).join(' ')
  return {
    'aria-invalid': isWrong ? 'true' : undefined,
    'aria-describedby': ids || undefined,
    autofocus: isWrong || undefined,
  }
}
