import {
  type Field,
  type Fields,
  LINK_FIELDS,
  MAX_ID_LENGTH,
  MAX_IDS,
  MAX_LINKS,
} from '../queue/input/field.ts'
import { MAX_TAG_LENGTH, MAX_TAGS } from '../queue/model/tag.ts'
import { MAX_URL_LENGTH } from '../queue/model/url.ts'
import type { BodyLimits } from './body-limits.ts'

/** JSON escapes a character of UTF-16 as up to six bytes. A form takes up to nine for some, within what is over. */
const ESCAPED_LENGTH = 6

/** A form escapes each byte of a markup as up to three; JSON none of most. */
const ESCAPED_BYTE = 3

/** Bytes of what comes with the fields of an action: their names, those of a form's own, and where it leads back. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/** Characters of a short value, such as an instant. */
const SHORT_VALUE_LENGTH = 100

/** Quotes and a comma around each member of a list. */
const LIST_SEPARATOR_LENGTH = 3

/** What the body of an action may be, and which of its fields may come more than once in a form. */
export function actionForm(fields: Fields): BodyLimits & { repeatable: string[] } {
  const all = Object.entries(fields)
  const repeatable = all.filter(([, { kind }]) => kind === 'tags' || kind === 'ids').map(([name]) => name)
  const markup = all.filter(([, { kind }]) => kind === 'markup')
  const large = Object.fromEntries(
    markup.map(([name, { maxLength = 0 }]) => [name, maxLength * ESCAPED_BYTE]),
  )
  return { limit: totalCharacters(fields) * ESCAPED_LENGTH + FORM_OVERHEAD_BYTES, large, repeatable }
}

function totalCharacters(fields: Fields): number {
  return Object.values(fields).reduce((sum, field) => sum + maxCharacters(field), 0)
}

/** The most characters that a field can hold, but for markup. */
function maxCharacters({ kind, maxLength = SHORT_VALUE_LENGTH }: Field): number {
  switch (kind) {
    case 'url':
      return MAX_URL_LENGTH
    case 'line':
    case 'text':
      return maxLength
    case 'tag':
      return MAX_TAG_LENGTH
    case 'tags':
      return MAX_TAGS * (MAX_TAG_LENGTH + LIST_SEPARATOR_LENGTH)
    case 'ids':
      return MAX_IDS * (MAX_ID_LENGTH + LIST_SEPARATOR_LENGTH)
    case 'links':
      return MAX_LINKS * totalCharacters(LINK_FIELDS)
    case 'markup':
      return 0
    default:
      return SHORT_VALUE_LENGTH
  }
}
