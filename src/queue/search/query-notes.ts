import { isJoining, type QueryPart } from './query-parts.ts'

/** What looks like syntax at the end of words, or between them, and what it is taken for. */
const LOOKALIKES: [pattern: RegExp, note: string][] = [
  [/(?<!\S)AND(?!\S)/, '“AND” is taken as a word; leave it out, since all words must occur.'],
  [/(?<!\S)NOT(?!\S)/, '“NOT” is taken as a word; put a minus in front of what must not occur.'],
  [/&&/, '“&&” means nothing; all words must occur.'],
  [/(?<!\S)!(?=[\p{L}\p{N}#"])/u, '“!” means nothing; put a minus in front of what must not occur.'],
  [/(?<!\S)-\(/, '“-(” excludes nothing as a whole; put a minus in front of each part.'],
  [/(?<!\S)tag:-/, 'A tag is excluded by a minus in front of tag:, not behind it.'],
  [
    /(?<!\S)(under|over):\d+\s+(m|min|mins|minutes?|h|hours?)(?!\S)/i,
    'A reading time is one word, such as under:5m or under:1h.',
  ],
  [/\|/, '“|” means nothing; OR between two words finds either.'],
  [/(?<!\S)#[\p{N}]+(?!\S)/u, 'A number after # is taken as a word; as a tag it is tag:1.'],
  [/(?<!\S)\+[\p{L}\p{N}]/u, 'A plus means nothing; all words must occur.'],
  [/[\p{L}\p{N}]\*[\p{L}\p{N}]|(?<!\S)\*[\p{L}\p{N}]/u, '“*” stands only at the end of a word.'],
  [/[\p{L}\p{N}]~\d?(?!\S)/u, '“~” means nothing; one wrong letter is allowed for where nothing is found.'],
]
const PARENTHESIS = /(?<!\S)\(|\)(?!\S)/
/** A condition behind one is taken for words. */
const WITH_CONDITION = /(?<!\S)\(+\p{L}[\p{L}-]*:/u
const LOGIC = /(?<!\S)(AND|OR|NOT)(?!\S)/

/** What of a query looks like syntax but is taken as plain words, in sentences. */
export function notesOn(text: string, parts: QueryPart[]): string[] {
  const unquoted = text.replace(/["“”„][^"“”„]*["“”„]?/g, ' ')
  const notes = LOOKALIKES.flatMap(([pattern, note]) => (pattern.test(unquoted) ? [note] : []))
  if (parts.some(({ kind }, index) => kind === 'or' && !isJoining(parts, index)))
    notes.push('“OR” is taken as a word where it does not stand between two.')
  if (WITH_CONDITION.test(unquoted) || (PARENTHESIS.test(unquoted) && LOGIC.test(unquoted)))
    notes.push('Parentheses are ignored.')
  return notes
}
