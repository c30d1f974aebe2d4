import { localized } from '../text/localized.ts'
import { englishEmailTexts } from './email-texts.english.ts'
import { germanEmailTexts } from './email-texts.german.ts'

/** What emails say, in the language of the request that sends them. */
export const emailTexts = localized({ en: englishEmailTexts, de: germanEmailTexts })
