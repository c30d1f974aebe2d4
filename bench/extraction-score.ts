/** How much of what was found belongs there (P), how much of what belongs there was found (R), and their harmonic mean. */
export type Score = { precision: number; recall: number }

/** Words in a row that are compared, as in the public benchmark of article extraction. */
const SHINGLE_WORDS = 4

/** Compares two texts by their runs of four words, each as often as it occurs. */
export function compareTexts(expected: string, found: string): Score {
  const expectedCounts = shinglesOf(expected)
  const foundCounts = shinglesOf(found)
  let both = 0
  for (const [shingle, count] of foundCounts) both += Math.min(count, expectedCounts.get(shingle) ?? 0)
  const [wanted, got] = [total(expectedCounts), total(foundCounts)]
  if (wanted === both && got === both) return { precision: 1, recall: 1 }
  return { precision: got === 0 ? 0 : both / got, recall: wanted === 0 ? 0 : both / wanted }
}

export function harmonicMean({ precision, recall }: Score): number {
  return precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall)
}

/** Whether a text has a part in it, however their lines break. */
export function hasSegment(text: string, segment: string): boolean {
  return collapse(text).includes(collapse(segment))
}

function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function shinglesOf(text: string): Map<string, number> {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? []
  const counts = new Map<string, number>()
  for (let at = 0; at < Math.max(1, words.length - SHINGLE_WORDS + 1); at++) {
    const shingle = words.slice(at, at + SHINGLE_WORDS).join(' ')
    if (shingle !== '') counts.set(shingle, (counts.get(shingle) ?? 0) + 1)
  }
  return counts
}

function total(counts: Map<string, number>): number {
  let sum = 0
  for (const count of counts.values()) sum += count
  return sum
}
