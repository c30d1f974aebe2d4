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

/** JSON escapes a UTF-16 code unit as up to six bytes. A form may need nine for some, which the overhead covers. */
const ESCAPED_LENGTH = 6

/** A form escapes each byte of markup as up to three; JSON escapes few. */
const ESCAPED_BYTE = 3

/** For field names, the form token and the return path. */
const FORM_OVERHEAD_BYTES = 64 * 1024

/** For short values such as instants. */
const SHORT_VALUE_LENGTH = 100

/** Quotes and a comma for each list member. */
const LIST_SEPARATOR_LENGTH = 3

/** The members of an object and its tags. */
const VALUES_OF_OBJECT = 50

/** The body limits of an action, and which of its fields may be repeated in a form. */
export function actionBodyLimits(fields: Fields): BodyLimits & { repeatable: string[] } {
  const all = Object.entries(fields)
  const repeatable = all
    .filter(([, { kind }]) => kind === 'tags' || kind === 'ids' || kind === 'choices')
    .map(([name]) => name)
  const markup = all.filter(([, { kind }]) => kind === 'markup')
  const large = Object.fromEntries(
    markup.map(([name, { maxLength = 0 }]) => [name, maxLength * ESCAPED_BYTE]),
  )
  const objects = all.reduce((sum, [, { kind, max = 0 }]) => sum + (kind === 'objects' ? max : 0), 0)
  return {
    limit: totalCharacters(fields) * ESCAPED_LENGTH + FORM_OVERHEAD_BYTES,
    large,
    repeatable,
    ...(objects > 0 && { values: objects * VALUES_OF_OBJECT }),
  }
}

function totalCharacters(fields: Fields): number {
  return Object.values(fields).reduce((sum, field) => sum + maxCharacters(field), 0)
}

/** The maximum length of a field; markup has a limit of its own. */
function maxCharacters({ kind, maxLength }: Field): number {
  switch (kind) {
    case 'url':
      return MAX_URL_LENGTH
    case 'line':
    case 'text':
      return maxLength ?? SHORT_VALUE_LENGTH
    case 'tag':
      return MAX_TAG_LENGTH
    case 'tags':
      return MAX_TAGS * (MAX_TAG_LENGTH + LIST_SEPARATOR_LENGTH)
    case 'objects':
      if (maxLength !== undefined) return maxLength
      return MAX_IDS * (MAX_ID_LENGTH + LIST_SEPARATOR_LENGTH)
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
