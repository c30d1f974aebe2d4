/**
 * The suffixes of nouns, adjectives and verbs in languages besides English, without accents as the index has them, and
 * the length of the shortest stem. Light stemming (Savoy 2006): one suffix is stripped, and each other one added.
 */
const SUFFIXES: Record<string, { suffixes: string[]; minStem: number }> = {
  de: { suffixes: split('e en er ern em es s n st t te ten'), minStem: 4 },
  es: { suffixes: split('a o as os e es ar er ir ando iendo ado ada ados adas'), minStem: 3 },
  fr: { suffixes: split('e s es ee ees er ent ait aient ant ons ez ment ments aux al'), minStem: 3 },
  it: { suffixes: split('a o e i are ere ire ando endo ato ata ati ate'), minStem: 4 },
  nl: { suffixes: split('e en s t te ten de den er ers'), minStem: 4 },
  pt: { suffixes: split('a o as os e es ar er ir ando endo ado ada ados adas'), minStem: 3 },
  sv: { suffixes: split('a ar arna at e en er erna et or orna s ade'), minStem: 4 },
}

/** The variants of a word in one of these languages; some of them are no words, and nothing is found by those. */
export function stemVariants(word: string, language: string): string[] {
  const { suffixes, minStem } = SUFFIXES[language] ?? { suffixes: [], minStem: 0 }
  if (!/^\p{Script=Latin}+$/u.test(word)) return []
  const stem = stemOf(word, suffixes, minStem)
  if (stem.length < minStem) return []
  return [stem, ...suffixes.map((suffix) => stem + suffix)]
}

/** Without its longest suffix. */
function stemOf(word: string, suffixes: string[], minStem: number): string {
  const [suffix = ''] = suffixes
    .filter((one) => word.endsWith(one) && word.length - one.length >= minStem)
    .sort((one, other) => other.length - one.length)
  return suffix === '' ? word : word.slice(0, -suffix.length)
}

function split(suffixes: string): string[] {
  return suffixes.split(' ')
}
