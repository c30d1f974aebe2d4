/** In UTF-16 units. A longer text gives no better result. */
const MAX_LENGTH = 2000
/** With fewer letters the result would be a guess. */
const MIN_LETTERS = 20
const MIN_CJK_LETTERS = 6

/**
 * The language of a text as a BCP 47 tag; null if it would be a guess. The data takes 30 MB of memory, so it is
 * loaded only in extraction threads, for pages that don't declare their language.
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
