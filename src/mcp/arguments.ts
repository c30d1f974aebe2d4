import { isObject } from '../queue/input/list-value.ts'
import { Failure, invalidField } from '../failure.ts'
import type { RawInput } from '../queue/input/field.ts'
import { isAbsent } from '../queue/input/field-value.ts'
import { rejectUnknown } from '../queue/input/unknown-name.ts'
import { hintForUnknownArgument } from './argument-hint.ts'
import type { JsonSchema } from './schema.ts'
import type { Tool } from './tool.ts'

/** Argument alias → accepted names. The first name that the tool has is used. */
const ARGUMENT_ALIASES = new Map([
  ['q', ['query']],
  ['query', ['q']],
  ['actions', ['action']],
  ['tags', ['tag']],
  ['act', ['change']],
  ['id', ['items', 'change']],
  ['ids', ['items']],
  ['color', ['colour']],
  ['highlight_id', ['highlight']],
  ['dry_run', ['preview']],
  ['dryRun', ['preview']],
])

/** Action alias, as other services call it → name of the action. */
const ACTION_ALIASES = new Map([
  ['archive', 'mark-read'],
  ['done', 'mark-read'],
  ['read', 'mark-read'],
  ['unarchive', 'mark-unread'],
  ['unread', 'mark-unread'],
  ['star', 'favourite-item'],
  ['favorite', 'favourite-item'],
  ['favourite', 'favourite-item'],
  ['unstar', 'unfavourite-item'],
  ['unfavorite', 'unfavourite-item'],
  ['unfavourite', 'unfavourite-item'],
  ['snooze', 'snooze-item'],
  ['unsnooze', 'unsnooze-item'],
  ['tag', 'tag-item'],
  ['untag', 'untag-item'],
  ['restore', 'restore-item'],
  ['refetch', 'refetch-item'],
  ['delete', 'remove-item'],
  ['remove', 'remove-item'],
  ['trash', 'remove-item'],
])

/** The name of the action that an alias stands for; undefined if it is no alias. */
export function resolveActionAlias(name: string): string | undefined {
  return ACTION_ALIASES.get(name.trim().toLowerCase())
}

/**
 * Replaces the aliases of arguments and actions in a call by their names, also in each member of `changes`. Throws
 * `invalid_input` for an argument that the tool doesn't have.
 */
export function argumentsOfCall({ name: toolName, inputSchema }: Tool, input: RawInput): RawInput {
  const { properties = {} } = inputSchema
  const known = Object.keys(properties)
  const named = withKnownNames(properties, input)
  rejectUnknown(named, known, {
    noun: 'argument',
    subject: toolName,
    hintFor: (name) => hintForUnknownArgument(toolName, name),
  })
  const { changes } = named
  if (!Array.isArray(changes)) return named
  const groups = changes.map((group: unknown) =>
    isObject(group) ? withKnownNames(properties, group) : group,
  )
  return { ...named, changes: groups }
}

function withKnownNames(properties: Record<string, JsonSchema>, input: RawInput): RawInput {
  const entries = Object.entries(input).map(([name, value]): [string, unknown] => {
    const has = (known: string) => Object.hasOwn(properties, known)
    const alias = has(name) ? undefined : ARGUMENT_ALIASES.get(name)?.find(has)
    if (alias === undefined) return [name, value]
    if (!isAbsent(input[alias])) {
      throw new Failure('invalid_input', `"${name}" and "${alias}" are the same here. Give one of them.`)
    }
    return [alias, properties[alias]?.type === 'string' ? unwrapSingle(name, alias, value) : value]
  })
  const named = Object.fromEntries(entries)
  const { action } = named
  const isBatch = properties['action']?.type === 'array'
  return isBatch && action !== undefined ? { ...named, action: resolveActionAliases(action) } : named
}

/** The one value of a list with a single entry; any other value unchanged. Throws `invalid_input` for several entries. */
function unwrapSingle(name: string, alias: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  if (value.length > 1) {
    const hint = alias === 'tag' ? ' For items that have several tags, give q: "tag:one tag:other".' : ''
    throw invalidField(name, `"${name}" takes one value here; ${value.length} were given.${hint}`)
  }
  return value[0]
}

/** Replaces the aliases in an action or a list of actions; any other value stays unchanged. */
function resolveActionAliases(action: unknown): unknown {
  const resolve = (name: unknown) => (typeof name === 'string' ? (resolveActionAlias(name) ?? name) : name)
  return Array.isArray(action) ? action.map(resolve) : resolve(action)
}
