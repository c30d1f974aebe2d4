import type { ExtractionChoice } from '../../settings/extraction-choice.ts'
import type { Agent } from './actor.ts'
import type { FieldTypes, TypeName, View } from './field.ts'
import { type FieldName, fieldsIn, type FieldValues, propertyOf, typeOf } from './fields.ts'
import { isoInstant } from './iso-instant.ts'

/** How an interface formats values, by their type. */
export type ByType<Out> = { [Name in TypeName]: (value: FieldTypes[Name]) => Out }

const itself = <Value>(value: Value): Value => value

/** Values as JSON; each interface formats content and snapshot itself. */
export const AS_JSON = {
  text: itself<string>,
  integer: itself<number>,
  fraction: itself<number>,
  instant: isoInstant,
  tags: itself<string[]>,
  agent: itself<Agent>,
  extraction: itself<ExtractionChoice>,
}

/** Values as words, numbers and lists of words. */
export const AS_WORDS: ByType<string | number | string[]> = {
  ...AS_JSON,
  agent: ({ name }) => name,
  content: ({ status }) => status,
  snapshot: ({ source }) => source.kind,
}

/** Formats the value of one field. */
export function valueBy<Out>(byType: ByType<Out>, name: FieldName): (value: unknown) => Out {
  return byType[typeOf(name)] as (value: unknown) => Out
}

/**
 * Creates a function that formats the fields of a view under their API names: all of them for an item, or those present
 * for a recorded change. Missing values are null.
 */
export function viewOf<Out>(
  view: View,
  byType: ByType<Out>,
): (fields: Partial<FieldValues>) => Record<string, Out | null> {
  const shown = fieldsIn(view).map((name) => ({
    name,
    property: propertyOf(name),
    show: valueBy(byType, name),
  }))
  // Filling in an object that has all its properties is faster than adding them one by one.
  const empty: Record<string, Out | null> = Object.fromEntries(shown.map(({ property }) => [property, null]))
  return (fields) => {
    const properties: Record<string, Out | null> = fields.id === undefined ? {} : { ...empty }
    for (const { name, property, show } of shown) {
      const value = fields[name]
      if (value !== undefined) properties[property] = value === null ? null : show(value)
    }
    return properties
  }
}
