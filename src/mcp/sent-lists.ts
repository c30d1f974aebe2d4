import type { RawInput } from '../queue/input/field.ts'
import { asObject, listIn } from '../queue/input/list-value.ts'
import type { JsonSchema } from './schema.ts'

/** The arguments of a call with each list that came as JSON in a text as that list, also in different changes. */
export function withSentLists({ properties = {} }: JsonSchema, given: RawInput): RawInput {
  const isList = (name: string) =>
    Object.hasOwn(properties, name) ? properties[name]?.type === 'array' : name === 'actions'
  const decoded = (input: RawInput) =>
    Object.fromEntries(
      Object.entries(input).map(([name, value]) => [name, isList(name) ? listIn(value) : value]),
    )
  const input = decoded(given)
  const { changes } = input
  if (!Array.isArray(changes)) return input
  return {
    ...input,
    changes: changes.map((group: unknown) => {
      const members = asObject(group)
      return members ? decoded(members) : group
    }),
  }
}
