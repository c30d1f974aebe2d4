import { currentLanguage, type Language, LANGUAGES } from './language.ts'

/**
 * The same texts in each language. Strings are looked up in the language of the current request when they are read,
 * and functions when they are called. Anything read while modules load is in the default language.
 */
export function localized<Texts extends object>(texts: Record<Language, Texts>): Texts {
  return lookUp(LANGUAGES.map((language) => texts[language] as Group)) as Texts
}

type Group = Record<string, unknown>

/** A table may have entries in one language that others don't need; they are undefined there. */
function lookUp(versions: (Group | undefined)[]): Group {
  const node = {}
  for (const key of new Set(versions.flatMap((texts) => Object.keys(texts ?? {})))) {
    const values = versions.map((texts) => texts?.[key])
    Object.defineProperty(node, key, { enumerable: true, ...propertyFor(values) })
  }
  return node
}

function propertyFor(values: unknown[]): PropertyDescriptor {
  if (values.every((value) => value === undefined || isGroup(value)))
    return { value: lookUp(values as (Group | undefined)[]) }
  if (values.every((value) => typeof value === 'function'))
    return { value: (...args: unknown[]) => (current(values) as typeof Function.prototype)(...args) }
  return { get: () => current(values) }
}

function isGroup(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

function current(values: unknown[]): unknown {
  return values[LANGUAGES.indexOf(currentLanguage())]
}
