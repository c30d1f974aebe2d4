import { english } from './english.ts'

/** Every text of the pages, emails and web app manifest in one language. */
export type Words = typeof english

/** The texts in use. */
export const allWords: Words = english
