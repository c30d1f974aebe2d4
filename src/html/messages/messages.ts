import { localized } from '../../text/localized.ts'
import { english } from './english.ts'
import { german } from './german.ts'

/** Every text of the pages and of the web app manifest in one language. */
export type Messages = typeof english

/** The texts in the language of the current request. */
export const allMessages: Messages = localized({ en: english, de: german })
