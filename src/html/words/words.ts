import { english } from './english.ts'

/** A language: every text that people see on pages and in the web app's manifest, by page. */
export type Words = typeof english

/** What pages are drawn with; the one place that knows which language that is. */
export const allWords: Words = english
