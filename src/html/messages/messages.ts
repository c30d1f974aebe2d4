import { english } from './english.ts'

/** Every text of the pages, emails and web app manifest in one language. */
export type Messages = typeof english

/** The texts in use. */
export const allMessages: Messages = english
