import { type Field, type FieldKind, type Fields, LINK_FIELDS } from '../queue/input/field.ts'

/** The part of JSON Schema 2020-12 that tools need. */
export type JsonSchema = {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  description?: string
  minimum?: number
  maximum?: number
  enum?: string[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
}

export type ObjectSchema = JsonSchema & { type: 'object' }

/** Objects of any members. */
export const ANY_OBJECTS: JsonSchema = { type: 'array', items: { type: 'object' } }

/** An object schema with these properties. */
export function objectOf(properties: Record<string, JsonSchema>, required: string[] = []): ObjectSchema {
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}) }
}

/** The schema of a tool's arguments, which takes no others. */
export function argumentsOf(properties: Record<string, JsonSchema>, required: string[] = []): ObjectSchema {
  return { ...objectOf(properties, required), additionalProperties: false }
}

/** The input schema of an action, with all of its fields at the top level. */
export function inputSchema(fields: Fields, more: Record<string, JsonSchema> = {}): ObjectSchema {
  const own = Object.entries(fields).map(([name, field]) => [name, describeField(name, field)] as const)
  const required = Object.keys(fields).filter((name) => fields[name]?.required)
  return argumentsOf({ ...more, ...Object.fromEntries(own) }, required)
}

/** The members of a link; `save-link` describes them. */
function linkSchema(): JsonSchema {
  const members = Object.entries(LINK_FIELDS).map(
    ([name, { kind, title }]) => [name, shapes[kind]({ kind, title })] as const,
  )
  return argumentsOf(Object.fromEntries(members), ['url'])
}

/** Maximum lengths are left out to keep tool lists short; a call that exceeds one gets an error that says it. */
const shapes: Record<FieldKind, (field: Field) => JsonSchema> = {
  url: () => ({ type: 'string' }),
  line: () => ({ type: 'string' }),
  text: () => ({ type: 'string' }),
  tag: () => ({ type: 'string' }),
  tags: () => ({ type: 'array', items: { type: 'string' } }),
  links: () => ({ type: 'array', items: linkSchema() }),
  ids: () => ({ type: 'array', items: { type: 'string' } }),
  choice: ({ choices = [] }) => ({ type: 'string', enum: [...choices] }),
  choices: ({ choices = [] }) => ({ type: 'array', items: { type: 'string', enum: [...choices] } }),
  flag: () => ({ type: 'boolean' }),
  objects: () => ANY_OBJECTS,
  count: ({ max }) => ({ type: 'integer', ...(max ? { maximum: max } : {}) }),
  fraction: () => ({ type: 'number', minimum: 0, maximum: 1 }),
  instant: () => ({ type: 'string' }),
  markup: () => ({ type: 'string' }),
}

/** A description that only repeats the name is left out, since every client pays for it. */
function describeField(name: string, field: Field): JsonSchema {
  const description = field.hint ?? field.title
  return { ...shapes[field.kind](field), ...(description.toLowerCase() === name ? {} : { description }) }
}
