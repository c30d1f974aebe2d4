import { currentLanguage, type Language } from '../../text/language.ts'
import { accounts } from './german/sentences/accounts.ts'
import { imports } from './german/sentences/imports.ts'
import { inputs } from './german/sentences/inputs.ts'
import { pages } from './german/sentences/pages.ts'
import { queue } from './german/sentences/queue.ts'
import { requests } from './german/sentences/requests.ts'
import { search } from './german/sentences/search.ts'
import { undo } from './german/sentences/undo.ts'
import { once } from '../../concurrency/once.ts'

/** A sentence with values in it: `{}` in the source text, `{}` or their numbers in the translation. */
type Sentence = { pattern: RegExp; length: number; translation: string }

const sentences: Partial<Record<Language, () => Sentence[]>> = {
  de: once(() =>
    patternsOf({ ...accounts, ...imports, ...inputs, ...pages, ...queue, ...requests, ...search, ...undo }),
  ),
}

/** Longer texts are none of ours, and would take time with their length. */
const MAX_LENGTH = 2000

/**
 * A failure's detail, or another text of several sentences that is written in English where it arises and stored or sent to
 * programs as it is, in the language of the current request. A text with an unknown sentence stays English as a whole.
 */
export function translated(text: string): string
export function translated(text: string | undefined): string | undefined
export function translated(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  if (text.length > MAX_LENGTH) return text
  const known = sentences[currentLanguage()]?.()
  return known ? (translate(text, known) ?? text) : withTypographicQuotes(text)
}

/** Programs read these sentences in ASCII, and people as the rest of the pages is written; what is searched for stays, such as `#"to do"`. */
function withTypographicQuotes(text: string): string {
  return text
    .replaceAll(/(?<=\p{L})'(?=\p{L})/gu, '’')
    .replaceAll(/(?<=^|[\s(])"([^"]*)"(?=[\s.,:;)]|$)/g, '“$1”')
}

function patternsOf(texts: Record<string, string>): Sentence[] {
  return Object.entries(texts)
    .map(([source, translation]) => ({ pattern: patternOf(source), length: source.length, translation }))
    .toSorted((one, other) => other.length - one.length)
}

/** A value at the beginning is one word, so that it is no other sentence. */
function patternOf(source: string): RegExp {
  const [start, ...others] = source.split('{}').map(RegExp.escape)
  const values = others.map((part, index) => `${index === 0 && start === '' ? '(\\S+?)' : '([^]*?)'}${part}`)
  return new RegExp(`^${start}${values.join('')}(?:\\s+|$)`)
}

function translate(text: string, known: Sentence[]): string | undefined {
  const done: string[] = []
  for (let rest = text; rest !== '';) {
    const found = firstOf(rest, known)
    if (!found) return undefined
    done.push(found.translation)
    rest = rest.slice(found.length)
  }
  return done.join(' ')
}

function firstOf(text: string, known: Sentence[]): { translation: string; length: number } | undefined {
  for (const { pattern, translation } of known) {
    const match = pattern.exec(text)
    if (!match) continue
    const values = match
      .slice(1)
      .map((value) => translate(value, known) ?? translateList(value, known) ?? value)
    let next = 0
    const filled = translation.replace(/\{(\d?)\}/g, (_, number: string) =>
      String(values[number === '' ? next++ : Number(number) - 1]),
    )
    return { translation: filled, length: match[0].length }
  }
  return undefined
}

/** What joins the last two of a list in German. */
const GERMAN_JOINS: Record<string, string> = { ' and ': ' und ', ' or ': ' oder ' }
/** What separates values, outside quotation marks. */
const SEPARATOR = /(, | and | or )(?=(?:[^“”]*“[^“”]*”)*[^“”]*$)/
const MAX_LIST_LENGTH = 400

/** A list such as `“one”, “two” or “three”`; undefined unless each value is quoted or has a translation, since it may be a name. */
function translateList(text: string, known: Sentence[]): string | undefined {
  if (text.length > MAX_LIST_LENGTH) return undefined
  const parts: string[] = []
  for (const [index, part] of text.split(SEPARATOR).entries()) {
    const isSeparator = index % 2 === 1
    const translation = isSeparator ? (GERMAN_JOINS[part] ?? part) : (quoted(part) ?? translate(part, known))
    if (translation === undefined) return undefined
    parts.push(translation)
  }
  return parts.join('')
}

function quoted(text: string): string | undefined {
  const [, curly, straight] = /^(?:“([^“”]*)”|"([^"“”]*)")$/.exec(text) ?? []
  const inner = curly ?? straight
  return inner === undefined ? undefined : `„${inner}“`
}
