/** The part of JSON Schema that the service's tools use. */
export type Schema = {
  type: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  additionalProperties?: boolean
}

/** Where a value is not what its schema says; members that the schema does not name are wrong too. */
export function wrongPlaces(value: unknown, schema: Schema, at = ''): string[] {
  const types = [schema.type].flat()
  if (!types.some((type) => isOfType(value, type))) return [`${at}: ${JSON.stringify(value)} is no ${types}`]
  if (schema.enum && !schema.enum.includes(value)) return [`${at}: ${value} is not one of ${schema.enum}`]
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => wrongPlaces(entry, schema.items!, `${at}/${index}`))
  }
  if (typeof value !== 'object' || value === null) return []
  const { properties = {}, required = [] } = schema
  const missing = required.filter((name) => !(name in value)).map((name) => `${at}/${name} is missing`)
  // An object without named members is open.
  if (Object.keys(properties).length === 0) return missing
  const wrong = Object.entries(value).flatMap(([name, member]) =>
    properties[name]
      ? wrongPlaces(member, properties[name], `${at}/${name}`)
      : [`${at}/${name} is not in the schema`],
  )
  return [...missing, ...wrong]
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
