/** Custom properties by name, with their values as written. */
export type CustomProperties = ReadonlyMap<string, string>

/** How deeply variables may be nested, and the longest result in UTF-16 units. */
const MAX_DEPTH = 8
const MAX_LENGTH = 2000

/** Substitutes the variables in a value; undefined if one has no value or refers to itself. */
export function substitute(value: string, properties: CustomProperties, depth = 0): string | undefined {
  if (depth > MAX_DEPTH) return undefined
  let result = ''
  let from = 0
  for (let at = value.indexOf('var('); at >= 0; at = value.indexOf('var(', from)) {
    const end = closing(value, at + 4)
    const inner = value.slice(at + 4, end)
    const comma = inner.indexOf(',')
    const name = (comma < 0 ? inner : inner.slice(0, comma)).trim()
    const known = properties.get(name) ?? (comma < 0 ? undefined : inner.slice(comma + 1).trim())
    const text = known?.includes('var(') ? substitute(known, properties, depth + 1) : known
    if (text === undefined) return undefined
    result += value.slice(from, at) + text
    if (result.length > MAX_LENGTH) return undefined
    from = end + 1
  }
  return (result + value.slice(from)).trim()
}

function closing(text: string, from: number): number {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '(') depth += 1
    else if (text[at] === ')' && --depth === 0) return at
  }
  return text.length
}
