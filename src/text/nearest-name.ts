/** Other names that callers use, by the correct name. */
const SYNONYMS: Record<string, string[]> = {
  address: ['url'],
  archived: ['read'],
  changed_since: ['since'],
  comment: ['note'],
  count: ['limit'],
  domain: ['site'],
  cursor: ['after'],
  from: ['since', 'after'],
  href: ['url'],
  ids: ['items', 'id'],
  item: ['id', 'items'],
  item_id: ['id'],
  inbox: ['unread'],
  label: ['tag'],
  labels: ['tags', 'tag'],
  link: ['url'],
  max: ['limit'],
  name: ['title'],
  next: ['after'],
  notes: ['note'],
  offset: ['after'],
  order: ['sort'],
  page: ['after'],
  per_page: ['limit'],
  page_size: ['limit'],
  q: ['query', 'find'],
  query: ['q', 'find'],
  search: ['q', 'query', 'find'],
  since: ['after'],
  starred: ['favourite'],
  status: ['state'],
  tag: ['tags'],
  tags: ['tag'],
  text: ['q', 'query', 'note'],
  trash: ['removed'],
  uri: ['url'],
  urls: ['items', 'links', 'url'],
  why: ['reason'],
}

/** The most characters of a name that are compared; no real name is longer. */
const MAX_LENGTH = 40

/** The one of `known` that `given` probably means: another spelling, a synonym or a typo; undefined if none is similar. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const wanted = fold(given.slice(0, MAX_LENGTH))
  const same = known.find((name) => fold(name) === wanted)
  if (same !== undefined) return same
  const synonyms = Object.entries(SYNONYMS).find(([name]) => fold(name) === wanted)?.[1] ?? []
  const synonym = synonyms.find((name) => known.includes(name))
  if (synonym !== undefined) return synonym
  const near = known
    .map((name) => ({ name, distance: editDistance(wanted, fold(name)) }))
    .filter(({ name, distance }) => distance <= Math.max(1, Math.floor(name.length / 3)))
    .sort((one, other) => one.distance - other.distance)
  return near[0]?.name
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
}

/** The characters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= one.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = rows[i - 1]![j - 1]! + (one[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      const swapped = isSwapped ? rows[i - 2]![j - 2]! + 1 : Infinity
      row.push(Math.min(replaced, swapped, rows[i - 1]![j]! + 1, row[j - 1]! + 1))
    }
    rows.push(row)
  }
  return rows[one.length]![other.length]!
}
