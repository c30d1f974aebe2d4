/** Passages that are shown of a text. */
const MAX_PASSAGES = 5
/** UTF-16 units around a match, on each side. */
const AROUND = 300

/** A passage of a text around what was looked for. `offset` is where the match begins. */
export type Passage = { offset: number; text: string }

/** The first passages that hold some words, without case, each once; `matches` counts all of them. */
export function findPassages(text: string, words: string): { matches: number; passages: Passage[] } {
  const pattern = new RegExp(words.trim().split(/\s+/).map(escape).join('\\s+'), 'giu')
  const passages: Passage[] = []
  let matches = 0
  let end = 0
  for (const match of text.matchAll(pattern)) {
    matches += 1
    if (match.index < end || passages.length === MAX_PASSAGES) continue
    const start = Math.max(end, match.index - AROUND)
    end = Math.min(text.length, match.index + match[0].length + AROUND)
    const cut = `${start > 0 ? '…' : ''}${text.slice(start, end).toWellFormed().trim()}${end < text.length ? '…' : ''}`
    passages.push({ offset: match.index, text: cut })
  }
  return { matches, passages }
}

function escape(word: string): string {
  return word.replace(
    /[.*+?^${}()|[\]\\/-]/g,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  )
}
