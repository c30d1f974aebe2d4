/** Shorter words have too many neighbours that mean something else. */
const MIN_LENGTH = 5
const MAX_LENGTH = 24

/** The letters of a word's script, as the index has them; a word of any other is not corrected. */
const ALPHABETS: [RegExp, string][] = [
  [/^[a-z]+$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^\p{Script=Cyrillic}+$/u, 'абвгдежзийклмнопрстуфхцчшщъыьэюяієїґ'],
  [/^\p{Script=Greek}+$/u, 'αβγδεζηθικλμνξοπρστυφχψω'],
  [/^\p{Script=Hebrew}+$/u, 'אבגדהוזחטיכלמנסעפצקרשתךםןףץ'],
  [/^\p{Script=Arabic}+$/u, 'ابتثجحخدذرزسشصضطظعغفقكلمنهويءىةئؤ'],
]

/**
 * All spellings that differ from a word by one letter: one too many, missing, wrong, or two exchanged. Empty for short
 * words and for those with digits, which differ in meaning when they differ at all.
 */
export function spellingsNear(word: string): string[] {
  const letters = [...word]
  const alphabet = ALPHABETS.find(([script]) => script.test(word))?.[1]
  if (alphabet === undefined || letters.length < MIN_LENGTH || letters.length > MAX_LENGTH) return []
  const near = new Set<string>()
  for (let at = 0; at <= letters.length; at++) {
    const [before, after] = [letters.slice(0, at).join(''), letters.slice(at).join('')]
    const [first = '', second = ''] = letters.slice(at)
    const rest = after.slice(first.length)
    near.add(before + rest)
    if (second !== '') near.add(before + second + first + rest.slice(second.length))
    for (const letter of alphabet) {
      near.add(before + letter + after)
      if (first !== '') near.add(before + letter + rest)
    }
  }
  near.delete(word)
  return [...near]
}
