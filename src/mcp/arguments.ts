import { Failure, invalidField } from '../failure.ts'
import type { RawInput } from '../queue/input/field.ts'
import { rejectUnknown } from '../queue/input/unknown-name.ts'
import { elsewhere } from './elsewhere.ts'
import type { JsonSchema } from './schema.ts'
import type { Tool } from './tool.ts'

/** What an argument is called in other tools or elsewhere, and the ones that it is taken for where a tool has them. */
const ALIASES = new Map([
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

/** What actions are called elsewhere. */
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

/** The action that is meant by a name from elsewhere; undefined if there is none. */
export function actionMeant(name: string): string | undefined {
  return ACTION_ALIASES.get(name.trim().toLowerCase())
}

/**
 * The arguments of a call under the names that the tool gives them, also in each of different changes. Throws
 * `invalid_input` for an argument that the tool does not have.
 */
export function argumentsOfCall({ name: toolName, inputSchema }: Tool, given: RawInput): RawInput {
  const { properties = {} } = inputSchema
  const known = Object.keys(properties)
  const named = withKnownNames(properties, given)
  rejectUnknown(named, known, {
    noun: 'argument',
    subject: toolName,
    instead: (name) => elsewhere(toolName, name),
  })
  const { changes } = named
  if (!Array.isArray(changes)) return named
  const groups = changes.map((group: unknown) =>
    isObject(group) ? withKnownNames(properties, group) : group,
  )
  return { ...named, changes: groups }
}

function withKnownNames(properties: Record<string, JsonSchema>, given: RawInput): RawInput {
  const entries = Object.entries(given).map(([name, value]): [string, unknown] => {
    const has = (known: string) => Object.hasOwn(properties, known)
    const alias = has(name) ? undefined : ALIASES.get(name)?.find(has)
    if (alias === undefined) return [name, value]
    if (!isBlank(given[alias])) {
      throw new Failure('invalid_input', `"${name}" and "${alias}" are the same here. Give one of them.`)
    }
    return [alias, properties[alias]?.type === 'string' ? onlyOne(name, alias, value) : value]
  })
  const named = Object.fromEntries(entries)
  const { action } = named
  const isBatch = properties['action']?.type === 'array'
  return isBatch && action !== undefined ? { ...named, action: knownActions(action) } : named
}

/** The entry of a list that stands for one value. Throws `invalid_input` if it has several. */
function onlyOne(name: string, alias: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value
  if (value.length > 1) {
    const cure = alias === 'tag' ? ' For items that have several tags, give q: "tag:one tag:other".' : ''
    throw invalidField(name, `"${name}" takes one value here; ${value.length} were given.${cure}`)
  }
  return value[0]
}

/** Names of actions as they are here; anything else stays as it came. */
function knownActions(action: unknown): unknown {
  const one = (name: unknown) => (typeof name === 'string' ? (actionMeant(name) ?? name) : name)
  return Array.isArray(action) ? action.map(one) : one(action)
}

function isObject(value: unknown): value is RawInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
