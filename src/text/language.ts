import { AsyncLocalStorage } from 'node:async_hooks'

/** The languages of the pages and emails (BCP 47); the first is what is spoken where none is asked for. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

/** `choose` is called when the language is first needed, since programs need none. */
type LanguageOfRequest = { language?: Language; choose: () => Language }

const requests = new AsyncLocalStorage<LanguageOfRequest>()

/** Runs the work of a request, whose pages and emails are written in a language. */
export function inLanguage<T>(choose: () => Language, work: () => T): T {
  return requests.run({ choose }, work)
}

/** Changes the language of the current request, once it is known whose it is. */
export function changeLanguage(language: Language): void {
  const request = requests.getStore()
  if (request) request.language = language
}

export function currentLanguage(): Language {
  const request = requests.getStore()
  return request ? (request.language ??= request.choose()) : LANGUAGES[0]
}
