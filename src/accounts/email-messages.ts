import { localized } from '../text/localized.ts'
import { englishEmailMessages } from './email-messages.english.ts'
import { germanEmailMessages } from './email-messages.german.ts'

/** What emails say, in the language of the request that sends them. */
export const emailMessages = localized({ en: englishEmailMessages, de: germanEmailMessages })
