import type { Context } from 'hono'
import { Failure } from '../../failure.ts'
import type { InputMembers } from '../../http/parameters.ts'
import { readQuery } from '../../http/read-input.ts'
import { itemActions, queueActions } from '../../queue/actions/catalogue.ts'
import type { Action } from '../../queue/actions/action.ts'
import type { RawInput } from '../../queue/input/field.ts'
import { rejectUnknown } from '../../queue/input/unknown-name.ts'
import { isTracking } from '../../queue/model/url.ts'

/**
 * The query of a request, which may have only the known parameters; parameters that track visitors are ignored. Throws
 * `invalid_input` and `malformed`.
 */
export function readParameters(c: Context, known: readonly string[]): Record<string, string> {
  const query = withoutRepeats(readQuery(c.req.raw, 'all'))
  const parameters = Object.fromEntries(Object.entries(query).filter(([name]) => !isTracking(name)))
  const hintFor = () => (known.includes('after') ? 'Pages follow each other by the link "next".' : undefined)
  rejectUnknown(parameters, known, { noun: 'parameter', subject: 'This address', hintFor })
  return query
}

/** Merges repeated parameters with equal values, which generic clients send. Throws `malformed` if the values differ. */
function withoutRepeats(query: InputMembers): Record<string, string> {
  const single = Object.entries(query).map(([name, given]): [string, string] => {
    const [value, ...others] = [...new Set(Array.isArray(given) ? given : [given])] as string[]
    if (others.length === 0) return [name, value!]
    throw new Failure('malformed', `The parameter "${name}" came with several values. Send one.`)
  })
  return Object.fromEntries(single)
}

/** Throws `invalid_input` if a body has members that are not fields of the action. */
export function rejectUnknownMembers(input: RawInput, action: Action): void {
  const hintFor = (name: string) => {
    const others = [...itemActions, ...queueActions].filter(({ fields }) => Object.hasOwn(fields, name))
    return others.length === 0 ? undefined : `It belongs to ${others.map(({ name }) => name).join(', ')}.`
  }
  rejectUnknown(input, Object.keys(action.fields), { noun: 'member', subject: `"${action.name}"`, hintFor })
}
