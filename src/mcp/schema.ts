import {
  type Field,
  type FieldKind,
  type Fields,
  LINK_FIELDS,
  MAX_IDS,
  MAX_LINKS,
  MAX_OBJECTS,
} from '../queue/input/field.ts'

/** The part of JSON Schema 2020-12 that tools need. */
export type JsonSchema = {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object'
  description?: string
  maxLength?: number
  minimum?: number
  maximum?: number
  maxItems?: number
  enum?: string[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean
}

export type ObjectSchema = JsonSchema & { type: 'object' }

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
  const own = Object.entries(fields).map(([name, field]) => [name, schemaOf(field)] as const)
  const required = Object.keys(fields).filter((name) => fields[name]?.required)
  return argumentsOf({ ...more, ...Object.fromEntries(own) }, required)
}

const shapes: Record<FieldKind, (field: Field) => JsonSchema> = {
  url: () => ({ type: 'string' }),
  line: ({ maxLength }) => ({ type: 'string', ...(maxLength ? { maxLength } : {}) }),
  text: ({ maxLength }) => ({ type: 'string', ...(maxLength ? { maxLength } : {}) }),
  tag: () => ({ type: 'string' }),
  tags: () => ({ type: 'array', items: { type: 'string' } }),
  links: () => ({ type: 'array', items: inputSchema(LINK_FIELDS), maxItems: MAX_LINKS }),
  ids: () => ({ type: 'array', items: { type: 'string' }, maxItems: MAX_IDS }),
  choice: ({ choices = [] }) => ({ type: 'string', enum: [...choices] }),
  choices: ({ choices = [] }) => ({ type: 'array', items: { type: 'string', enum: [...choices] } }),
  flag: () => ({ type: 'boolean' }),
  objects: () => ({ type: 'array', items: { type: 'object' }, maxItems: MAX_OBJECTS }),
  count: ({ max }) => ({ type: 'integer', minimum: 1, ...(max ? { maximum: max } : {}) }),
  fraction: () => ({ type: 'number', minimum: 0, maximum: 1 }),
  instant: () => ({ type: 'string' }),
  markup: ({ maxLength }) => ({ type: 'string', ...(maxLength ? { maxLength } : {}) }),
}

function schemaOf(field: Field): JsonSchema {
  return { ...shapes[field.kind](field), description: field.hint ?? field.title }
}
