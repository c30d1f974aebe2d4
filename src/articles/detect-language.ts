/** In UTF-16 units; more makes no difference. */
const MAX_LENGTH = 2000
/** Fewer letters are a guess. */
const MIN_LETTERS = 20
const MIN_CJK_LETTERS = 6

/**
 * Tells the language of a text as a tag of BCP 47; null where that is a guess. The data takes 30 MB of memory, so it is
 * loaded only for a page that doesn't declare its language: only for a thread that reads pages.
 */
export async function detectLanguage(text: string): Promise<string | null> {
  const beginning = text.slice(0, MAX_LENGTH)
  const letters = beginning.match(/\p{L}/gu)?.length ?? 0
  const isShort = /[\u3040-\u9fff\uac00-\ud7af]/.test(beginning)
    ? letters < MIN_CJK_LETTERS
    : letters < MIN_LETTERS
  if (isShort) return null
  const { eld } = await import('eld/extrasmall')
  const found = eld.detect(beginning)
  return found.language !== '' && found.isReliable() ? found.language : null
}
