import type { Context } from 'hono'
import { readQuery } from '../../http/read-input.ts'
import { itemActions, queueActions } from '../../queue/actions/catalogue.ts'
import type { Action } from '../../queue/actions/action.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { rejectUnknown } from '../../queue/input/unknown-name.ts'
import { isTracking } from '../../queue/model/url.ts'

/**
 * The query of a request, which must consist of these parameters; those that only track visitors are ignored. Throws
 * `invalid_input` and `malformed`.
 */
export function readParameters(c: Context, known: readonly string[]): Record<string, string> {
  const query = readQuery(c.req.raw)
  const given = Object.fromEntries(Object.entries(query).filter(([name]) => !isTracking(name)))
  const instead = () => (known.includes('after') ? 'Pages follow each other by the link "next".' : undefined)
  rejectUnknown(given, known, { noun: 'parameter', subject: 'This address', instead })
  return query
}

/** Throws `invalid_input` if a body has members that are not fields of the action. */
export function rejectUnknownMembers(input: RawInput, action: Action): void {
  const instead = (name: string) => {
    const others = [...itemActions, ...queueActions].filter(({ fields }) => Object.hasOwn(fields, name))
    return others.length === 0 ? undefined : `It belongs to ${others.map(({ name }) => name).join(', ')}.`
  }
  rejectUnknown(input, Object.keys(action.fields), { noun: 'member', subject: `"${action.name}"`, instead })
}
