import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { Failure, type FailureCode } from '../../failure.ts'
import { failureStatus } from '../../failure-status.ts'
import { fieldTitle } from '../../html/actions/action-title.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import type { InputMembers } from '../../http/parameters.ts'
import type { Action } from '../../queue/actions/action.ts'
import type { Notice, QuotedPassage } from '../../text/notice.ts'
import { truncate } from '../../text/truncate.ts'
import type { ItemId } from '../../ids.ts'

type FormMistake = {
  notice: Notice
  /** Too long for a redirect's URL, so the page must be rendered directly to keep the input. */
  isLong: boolean
  status: ContentfulStatusCode
}

/** Failures shown in the form; others are answered with an error page. */
const SHOWN_IN_FORM = new Set<FailureCode>([
  'invalid_input',
  'unsupported_link',
  'not_offered',
  'limit_reached',
])
const MAX_FLASH_BYTES = 2000
const MAX_TEXT_LENGTH = 600

/** The notice of a failed form, with all its input; rethrows other errors. */
export function formMistake(
  error: unknown,
  action: Action,
  { form, itemId }: { form: InputMembers; itemId?: ItemId },
): FormMistake {
  if (!(error instanceof Failure) || !SHOWN_IN_FORM.has(error.code)) throw error
  const typed = Object.keys(action.fields).map((name) => [name, typedText(form, name)])
  const candidates = error.extras.members?.['candidates'] as QuotedPassage[] | undefined
  const notice: Notice = {
    kind: 'mistake',
    text: candidates ? quoteMistake(candidates) : truncate(withLabels(error.detail, action), MAX_TEXT_LENGTH),
    candidates,
    field: error.extras.errors?.[0]?.pointer.split('/')[1] ?? '',
    values: {
      ...(Object.fromEntries(typed) as Record<string, string>),
      form: action.name,
      ...(itemId !== undefined && { item: itemId }),
    },
  }
  const isLong = Buffer.byteLength(JSON.stringify(notice)) > MAX_FLASH_BYTES
  return { notice, isLong, status: failureStatus[error.code] }
}

/** Replaces the names of fields in a detail by their labels on the page. */
function withLabels(detail: string, action: Action): string {
  return detail.replace(/"([a-z_]+)"(?= (?:is|must|holds|takes) )/g, (named, name: string) =>
    Object.hasOwn(action.fields, name) ? `“${fieldTitle(action, name)}”` : named,
  )
}

/** The message for a quote, above the passages that it may mean. */
function quoteMistake({ length }: QuotedPassage[]): string {
  const { several, nearest, none } = allMessages.highlights.candidates
  return length > 1 ? several : length === 1 ? nearest : none
}

/** A field as sent; repeated values are joined. */
function typedText(form: InputMembers, name: string): string {
  const value = form[name]
  return Array.isArray(value) ? value.join(' ') : textOf(form, name)
}
