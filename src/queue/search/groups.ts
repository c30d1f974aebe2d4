/** Parentheses around what has none inside, and the minus before them, where a part of a query can begin and end. */
const GROUP = /(?<=^|[\s(])(-?)\(([^()]*)\)(?=$|[\s)])/g
const QUOTED = /["“”„][^"“”„]*["“”„]?/g

/**
 * The same query without parentheses that say what it says without them: around one part, around alternatives, and
 * around parts that all must occur. Each becomes a space, so that every part stays at its place; others stay.
 */
export function withoutPlainGroups(text: string): string {
  let masked = text.replace(QUOTED, (quoted) => '"'.repeat(quoted.length))
  let plain = text
  for (let isChanged = true; isChanged;) {
    isChanged = false
    const before = masked
    for (const { 0: group, 1: minus, 2: inside = '', index } of before.matchAll(GROUP)) {
      const end = index + group.length
      if (!isPlain(inside, { isExcluded: minus === '-', isBesideOr: isBesideOr(before, index, end) }))
        continue
      const open = minus === '-' ? ' -' : ' '
      const unwrap = (from: string) =>
        `${from.slice(0, index)}${open}${from.slice(index + open.length, end - 1)} ${from.slice(end)}`
      plain = unwrap(plain)
      masked = unwrap(masked)
      isChanged = true
    }
  }
  return plain
}

function isPlain(
  inside: string,
  { isExcluded, isBesideOr }: { isExcluded: boolean; isBesideOr: boolean },
): boolean {
  const parts = inside.trim().split(/\s+/)
  if (parts.length === 1) return parts[0] !== '' && !(isExcluded && /^[-\s]/.test(inside))
  if (isExcluded) return false
  const joins = parts.filter((_, index) => index % 2 === 1)
  const areAlternatives = parts.length % 2 === 1 && joins.every((part) => part === 'OR')
  // OR joins its neighbours before all must occur, with parentheses around them or without.
  return areAlternatives || !isBesideOr
}

function isBesideOr(text: string, start: number, end: number): boolean {
  return /(?<!\S)OR\s+$/.test(text.slice(0, start)) || /^\s+OR(?!\S)/.test(text.slice(end))
}
