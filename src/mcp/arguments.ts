import { Failure } from '../failure.ts'
import type { RawInput } from '../queue/input/field.ts'
import { rejectUnknown } from '../queue/input/unknown-name.ts'
import type { Tool } from './tool.ts'

/** Names of the same argument in different tools, each of which is taken for the other. */
const ALIASES: Record<string, string> = { q: 'query', query: 'q', actions: 'action', tags: 'tag' }

/**
 * The arguments of a call under the names that the tool gives them. Throws `invalid_input` for an argument that the tool
 * does not have.
 */
export function argumentsOfCall({ name: toolName, inputSchema }: Tool, given: RawInput): RawInput {
  const known = Object.keys(inputSchema.properties ?? {})
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => {
    const alias = known.includes(name) ? undefined : ALIASES[name]
    if (alias === undefined || !known.includes(alias)) return [name, value]
    if (!isBlank(given[alias])) {
      throw new Failure('invalid_input', `"${name}" and "${alias}" are the same here. Give one of them.`)
    }
    return [alias, value]
  })
  const named = Object.fromEntries(entries)
  rejectUnknown(named, known, { noun: 'argument', subject: toolName })
  return named
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
