import { type InputMembers, readInput } from '../../http/read-input.ts'
import { type Fields, MAX_LINKS } from '../../queue/field.ts'
import { MAX_URL_LENGTH } from '../../queue/url.ts'

/** Bytes of an action's body; room for MAX_LINKS links with all that belongs to them. */
export const MAX_ACTION_BYTES = MAX_LINKS * (MAX_URL_LENGTH + 6 * 1024)

/** Reads an action's body: none, JSON or a form. */
export function readActionInput(request: Request, fields: Fields): Promise<InputMembers> {
  const repeatable = Object.keys(fields).filter((name) => fields[name]?.kind === 'tags')
  return readInput(request, { limit: MAX_ACTION_BYTES, repeatable })
}
