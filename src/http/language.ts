import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { LANGUAGES, type Language } from '../text/language.ts'

/** The language of the interface that a visitor's browser prefers. */
export function acceptedLanguage(c: Context): Language {
  return accepts(c, {
    header: 'Accept-Language',
    supports: [...LANGUAGES],
    default: LANGUAGES[0],
    match: (accepted, { default: fallback }) => {
      const preferred = accepted.filter(({ q }) => q > 0).toSorted((one, other) => other.q - one.q)
      for (const { type } of preferred) {
        const language = LANGUAGES.find((known) => type.toLowerCase().split('-')[0] === known)
        if (language) return language
      }
      return fallback
    },
  }) as Language
}
