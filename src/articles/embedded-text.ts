import { escapeText } from '../text/escape-text.ts'
import { tryParseJson } from '../text/json.ts'

const SCRIPT = /<script\b([^>]{0,1000})>/gi
const TEMPLATE =
  /\btype\s*=\s*["']?text\/(?:x-)?(?:template|html|handlebars|x-handlebars|mustache|ng-template)\b/i
const JSON_TYPE = /\btype\s*=\s*["']?application\/(?:[\w.]+\+)?json\b|\bid\s*=\s*["']?__(?:NEXT|NUXT)_DATA__/i
const LINKED_DATA = /ld\+json/i
const STATE = /^\s*(?:window\.|self\.|var |let |const )?[\w.$[\]"']{0,80}\s*=\s*(?=\{)/

/** In UTF-16 units: of one script, of all scripts, of one text, and the least of an article. */
const MAX_SCRIPT_LENGTH = 3_000_000
const MAX_TOTAL_LENGTH = 6_000_000
const MAX_TEXT_LENGTH = 500_000
const MIN_ARTICLE_LENGTH = 400
/** The most values of an application's state that are visited. */
const MAX_VALUES = 50_000
const MAX_DEPTH = 40
/** In UTF-16 units: shorter texts are labels. */
const MIN_PARAGRAPH_LENGTH = 40
const MIN_PARAGRAPHS = 3

/**
 * Finds the longest text that a page contains for its scripts to show, as markup: in templates, or in the state of an
 * application, as a text of markup or a list of paragraphs. Undefined if none is as long as an article.
 */
export function findEmbeddedText(html: string): string | undefined {
  let best: string | undefined
  let bestLength = 0
  let read = 0
  for (const { attributes, text } of scriptsOf(html)) {
    read += text.length
    if (read > MAX_TOTAL_LENGTH) break
    const found = TEMPLATE.test(attributes) ? text : longestText(stateOf(attributes, text))
    const length = found === undefined ? 0 : lengthOf(found)
    if (length <= bestLength) continue
    best = found
    bestLength = length
  }
  return bestLength >= MIN_ARTICLE_LENGTH ? best : undefined
}

/** Converts a text to markup, unless it is markup already. */
export function toMarkup(text: string): string {
  if (isMarkup(text)) return text
  const paragraphs = text.split(/\n\s*/).filter((line) => line.trim() !== '')
  return paragraphs.map((line) => `<p>${escapeText(line)}</p>`).join('')
}

function* scriptsOf(html: string): Generator<{ attributes: string; text: string }> {
  SCRIPT.lastIndex = 0
  for (let found = SCRIPT.exec(html); found; found = SCRIPT.exec(html)) {
    const from = SCRIPT.lastIndex
    const end = html.indexOf('</script', from)
    if (end < 0) return
    SCRIPT.lastIndex = end
    if (end - from <= MAX_SCRIPT_LENGTH) yield { attributes: found[1]!, text: html.slice(from, end) }
  }
}

function stateOf(attributes: string, text: string): unknown {
  if (LINKED_DATA.test(attributes)) return undefined
  const start = JSON_TYPE.test(attributes) ? '' : STATE.exec(text.slice(0, 300))?.[0]
  if (start === undefined) return undefined
  return tryParseJson(text.slice(start.length).replace(/;\s*$/, ''))
}

function longestText(state: unknown): string | undefined {
  let best = ''
  let bestLength = 0
  let looked = 0
  look(state, 0)
  return best === '' ? undefined : best

  function look(value: unknown, depth: number): void {
    looked += 1
    if (looked > MAX_VALUES || depth > MAX_DEPTH) return
    if (typeof value === 'string') offer(/<p[\s>]/i.test(value) ? value : '')
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) offer(joinParagraphs(value))
    for (const part of Object.values(value)) look(part, depth + 1)
  }

  function offer(text: string): void {
    if (text.length <= bestLength || text.length > MAX_TEXT_LENGTH) return
    const length = lengthOf(text)
    if (length <= bestLength) return
    best = text
    bestLength = length
  }
}

/** The markup of a list whose entries are texts, or objects with a text. */
function joinParagraphs(list: unknown[]): string {
  const texts = list.flatMap((entry) => paragraphOf(entry) ?? [])
  if (texts.filter((text) => text.length >= MIN_PARAGRAPH_LENGTH).length < MIN_PARAGRAPHS) return ''
  return texts.map((text) => (isMarkup(text) ? `<div>${text}</div>` : `<p>${escapeText(text)}</p>`)).join('')
}

function paragraphOf(entry: unknown): string | undefined {
  if (typeof entry === 'string') return entry
  if (typeof entry !== 'object' || entry === null) return undefined
  for (const name of ['html', 'text', 'content', 'value', 'body', 'paragraph']) {
    const text: unknown = Reflect.get(entry, name)
    if (typeof text === 'string') return text
  }
  return undefined
}

function isMarkup(text: string): boolean {
  return /<(?:p|div|br|h[1-6]|ul|ol|li|a|em|strong|span|blockquote|figure)\b[^<>]{0,500}>/i.test(text)
}

function lengthOf(text: string): number {
  return text.replace(/<[^<>]{0,2000}>/g, '').length
}
