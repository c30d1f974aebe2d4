import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Failure, type FailureCode } from '../../failure.ts'
import { failureStatus } from '../../html/shell/failure-status.ts'
import type { Flash } from '../../http/flash.ts'
import { textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import type { Action } from '../../queue/actions/action.ts'

type FormMistake = {
  flash: Flash
  /** Too long for a redirect's URL, so the page must be rendered directly to keep the input. */
  isLong: boolean
  status: ContentfulStatusCode
}

/** Failures shown in the form; others are answered with an error page. */
const SHOWN_IN_FORM = new Set<FailureCode>(['invalid_input', 'unsupported_link', 'not_offered'])
const MAX_FLASH_BYTES = 2000
const MAX_TEXT_LENGTH = 600

/** The flash for a failed form, with all its input; rethrows other errors. */
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

/** A field as sent; repeated values are joined. */
function typedText(form: InputMembers, name: string): string {
  const value = form[name]
  return Array.isArray(value) ? value.join(' ') : textOf(form, name)
}

function shorten(text: string): string {
  return text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text
}
