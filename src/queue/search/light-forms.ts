/**
 * The endings of nouns, adjectives and verbs in languages besides English, without accents as the index has them, and
 * the length of the shortest stem. Light stemming (Savoy 2006): one ending is stripped, and each other one added.
 */
const LANGUAGES: Record<string, { endings: string[]; minStem: number }> = {
  de: { endings: split('e en er ern em es s n st t te ten'), minStem: 4 },
  es: { endings: split('a o as os e es ar er ir ando iendo ado ada ados adas'), minStem: 3 },
  fr: { endings: split('e s es ee ees er ent ait aient ant ons ez ment ments aux al'), minStem: 3 },
  it: { endings: split('a o e i are ere ire ando endo ato ata ati ate'), minStem: 4 },
  nl: { endings: split('e en s t te ten de den er ers'), minStem: 4 },
  pt: { endings: split('a o as os e es ar er ir ando endo ado ada ados adas'), minStem: 3 },
  sv: { endings: split('a ar arna at e en er erna et or orna s ade'), minStem: 4 },
}

/** The forms of a word in one of these languages; some of them are no words, and nothing is found by those. */
export function lightForms(word: string, language: string): string[] {
  const { endings, minStem } = LANGUAGES[language] ?? { endings: [], minStem: 0 }
  if (!/^\p{Script=Latin}+$/u.test(word)) return []
  const stem = stemOf(word, endings, minStem)
  if (stem.length < minStem) return []
  return [stem, ...endings.map((ending) => stem + ending)]
}

/** Without its longest ending. */
function stemOf(word: string, endings: string[], minStem: number): string {
  const [ending = ''] = endings
    .filter((one) => word.endsWith(one) && word.length - one.length >= minStem)
    .sort((one, other) => other.length - one.length)
  return ending === '' ? word : word.slice(0, -ending.length)
}

function split(endings: string): string[] {
  return endings.split(' ')
}
