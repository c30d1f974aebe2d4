import { type Fields, MAX_LINKS } from '../queue/field.ts'
import { MAX_URL_LENGTH } from '../queue/url.ts'

/** Bytes of an action's body: MAX_LINKS of the longest addresses, each with some thousand characters of words. */
const MAX_ACTION_BYTES = MAX_LINKS * (MAX_URL_LENGTH + 6 * 1024)

/** A form escapes up to every byte of a markup as three. */
const ESCAPED_LENGTH = 3

/** How large an action's body may be, and which of its fields may come more than once in a form. */
export function actionForm(fields: Fields): { limit: number; repeatable: string[] } {
  const isRepeatable = (name: string) => fields[name]?.kind === 'tags' || fields[name]?.kind === 'ids'
  const repeatable = Object.keys(fields).filter(isRepeatable)
  const markup = Object.values(fields).filter(({ kind }) => kind === 'markup')
  const limits = markup.map(({ maxLength = 0 }) => maxLength * ESCAPED_LENGTH)
  return { limit: limits.reduce((sum, limit) => sum + limit, MAX_ACTION_BYTES), repeatable }
}
