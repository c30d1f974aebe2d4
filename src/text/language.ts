import { AsyncLocalStorage } from 'node:async_hooks'

/** The languages of the pages and emails (BCP 47); the first one is the default. */
export const LANGUAGES = ['en', 'de'] as const

export type Language = (typeof LANGUAGES)[number]

/** `choose` is called when the language is first needed, since most requests of programs need none. */
type LanguageOfRequest = { language?: Language; choose: () => Language }

const requests = new AsyncLocalStorage<LanguageOfRequest>()

/** Runs the work of a request with the language for its pages and emails. */
export function inLanguage<T>(choose: () => Language, work: () => T): T {
  return requests.run({ choose }, work)
}

/** Changes the language of the current request, once the person is known. */
export function changeLanguage(language: Language): void {
  const request = requests.getStore()
  if (request) request.language = language
}

export function currentLanguage(): Language {
  const request = requests.getStore()
  return request ? (request.language ??= request.choose()) : LANGUAGES[0]
}
