/** Silent reading of English non-fiction (Brysbaert 2019); other alphabets are close enough. */
const WORDS_PER_MINUTE = 238
/** For Chinese and Japanese, as measured with readers (Trauzettel-Klosinski and Dietz 2012), including skimming. */
const CHARACTERS_PER_MINUTE = 500
/** Thai, Lao, Khmer and Burmese have no spaces between words; this is their average length. */
const LETTERS_PER_WORD = 5
const IMAGES_PER_MINUTE = 20
const MAX_IMAGES = 40

export type Length = { wordCount: number; readingMinutes: number }

/**
 * Counts the words of a text, where each Chinese or Japanese character counts as one. The minutes are whole and at
 * least 1.
 */
export function measureReading(text: string, imageCount: number): Length {
  let words = 0
  let characters = 0
  let letters = 0
  let isInWord = false
  for (let index = 0; index < text.length; index++) {
    const script = scriptOf(text.charCodeAt(index))
    if (script === 'word' && !isInWord) words += 1
    else if (script === 'character') characters += 1
    else if (script === 'letter') letters += 1
    // An apostrophe or hyphen within a word, as in don't or e-mail, does not end it.
    if (script !== 'mark') isInWord = script === 'word'
  }
  words += Math.ceil(letters / LETTERS_PER_WORD)
  const minutes =
    words / WORDS_PER_MINUTE +
    characters / CHARACTERS_PER_MINUTE +
    Math.min(imageCount, MAX_IMAGES) / IMAGES_PER_MINUTE
  return { wordCount: words + characters, readingMinutes: Math.max(1, Math.round(minutes)) }
}

type Script = 'word' | 'character' | 'letter' | 'mark' | 'none'

function scriptOf(code: number): Script {
  if (code < 0x80) {
    if ((code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)) {
      return 'word'
    }
    return code > 0x20 && code !== 0x2f && code !== 0x7c ? 'mark' : 'none'
  }
  if (code < 0xc0) return code === 0xa0 ? 'none' : 'mark'
  if (code < 0x0e00) return 'word'
  if (code <= 0x0eff || (code >= 0x1000 && code <= 0x109f) || (code >= 0x1780 && code <= 0x17ff))
    return 'letter'
  if (code >= 0x2000 && code <= 0x2bff)
    return code === 0x2019 || code === 0x2010 || code === 0x2011 ? 'mark' : 'none'
  if (code >= 0x3000 && code <= 0x303f) return 'none'
  if (code >= 0x3040 && code <= 0x9fff) return code >= 0x3130 && code <= 0x318f ? 'word' : 'character'
  if (code >= 0xf900 && code <= 0xfaff) return 'character'
  // Counts the first half of a surrogate pair for both.
  if (code >= 0xd840 && code <= 0xd888) return 'character'
  if (code >= 0xd800 && code <= 0xdfff) return 'none'
  if (code >= 0xff00 && code <= 0xffef) return code >= 0xff66 && code <= 0xff9d ? 'character' : 'none'
  return 'word'
}
