import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Failure, type FailureCode } from '../../failure.ts'
import { failureStatus } from '../../html/shell/failure-status.ts'
import type { Flash } from '../../http/flash.ts'
import { textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import type { Action } from '../../queue/actions/action.ts'

type FormMistake = {
  flash: Flash
  /** Too long for an address: the page must be answered at once, or what was typed would be lost. */
  isLong: boolean
  status: ContentfulStatusCode
}

/** What a person can set right in the form; other failures end the request. */
const SHOWN_IN_FORM = new Set<FailureCode>(['invalid_input', 'unsupported_link', 'not_offered'])
const MAX_FLASH_BYTES = 2000
const MAX_TEXT_LENGTH = 600

/** A form's mistake, with all that was typed; rethrows what is none. */
export function formMistake(
  error: unknown,
  action: Action,
  form: InputMembers,
  itemId?: string,
): FormMistake {
  if (!(error instanceof Failure) || !SHOWN_IN_FORM.has(error.code)) throw error
  const typed = Object.keys(action.fields).map((name) => [name, typedText(form, name)])
  const flash: Flash = {
    kind: 'mistake',
    text: shorten(error.detail),
    field: error.extras.mistakes?.[0]?.pointer.split('/')[1] ?? '',
    values: {
      ...(Object.fromEntries(typed) as Record<string, string>),
      form: action.name,
      ...(itemId !== undefined && { item: itemId }),
    },
  }
  const isLong = Buffer.byteLength(JSON.stringify(flash)) > MAX_FLASH_BYTES
  return { flash, isLong, status: failureStatus[error.code] }
}

/** A field as it was sent, those that came more than once as one text. */
function typedText(form: InputMembers, name: string): string {
  const value = form[name]
  return Array.isArray(value) ? value.join(' ') : textOf(form, name)
}

function shorten(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
}
