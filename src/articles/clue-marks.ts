type Attributes = Record<string, string>

/** How likely a date is the day of publication, most likely first. */
export type DateKind = 'published' | 'dated' | 'near' | 'modified'

const TITLE_MARK =
  /(?:^|\s)(?:[a-z]+[-_]{1,2})?(?:entry|post|article|story|content|single|blog|news)[-_]{0,2}(?:title|headline|heading)(?=\s|$)|(?:^|\s)(?:headline|p-name|firstheading)(?=\s|$)/i
const TITLE_BOX = /(?:^|\s)(?:entry|post|article|story)[-_](?:title|headline)(?=\s|$)/i
const LOGO =
  /(?:^|[\s_-])(?:logo|brand|branding|masthead|(?:site|blog)[_-]?(?:title|name|header))(?=[\s_-]|$)/i

const PUBLISHED =
  /publi(?:sh|c|é)|posted|pub-?_?date|dt-published|(?:entry|post|article|story|news)[-_]{0,2}(?:date|time)(?![a-z])|date[-_]{0,2}(?:created|posted)/i
const MODIFIED = /updated|modified|revised|lastmod/i
const DATED =
  /(?:^|[\s_-])(?:date\w{0,8}|datum|fecha|data|timestamp|time|day|byline|meta|postmeta|post-?info|entry-?(?:meta|info)|info|submitted|details)(?=[\s_-]|$)|[a-z](?:Date|Time|Meta|Byline)(?=\s|$)/

const AUTHOR =
  /(?:^|[\s_-])(?:authors?|by-?line|writers?|autore?|auteur|contributors?|p-author|vcard)(?:[_-]{0,2}(?:names?|link|url))?(?=\s|$)/i
const NOT_AUTHOR = /avatar|bio|box|img|image|photo|picture|social|about|desc|role|job|follow|email|twitter/i

export function classAndId({ class: className = '', id = '' }: Attributes): string {
  return `${className} ${id}`
}

/**
 * The level of a heading from 1 to 6, and whether the page marks it as the title of an article; undefined if it is
 * not a heading.
 */
export function headingMark(
  name: string,
  attributes: Attributes,
): { level: number; isMarked: boolean } | undefined {
  const names = classAndId(attributes)
  const level = Number(/^h([1-6])$/.exec(name)?.[1] ?? 0)
  if (isNamed(attributes, 'headline') && name !== 'meta') return { level: level || 2, isMarked: true }
  if (level > 0) return { level, isMarked: TITLE_MARK.test(names) }
  return TITLE_BOX.test(names) ? { level: 2, isMarked: true } : undefined
}

export function isLogo(names: string): boolean {
  return LOGO.test(names)
}

export function authorMark(name: string, attributes: Attributes): 'marked' | 'named' | undefined {
  const { rel = '' } = attributes
  if (isNamed(attributes, 'author') || (name === 'a' && /(?:^|\s)author(?=\s|$)/i.test(rel))) return 'marked'
  const names = classAndId(attributes)
  return AUTHOR.test(names) && !NOT_AUTHOR.test(names) ? 'named' : undefined
}

/** `around` are the classes and ids of the elements that contain it. */
export function dateMark(name: string, attributes: Attributes, around: string[]): DateKind | undefined {
  if (isNamed(attributes, 'datepublished') || attributes['pubdate'] !== undefined) return 'published'
  if (isNamed(attributes, 'datemodified')) return 'modified'
  if (name === 'meta') return undefined
  const names = classAndId(attributes)
  const isTime = name === 'time' || name === 'relative-time'
  for (const text of isTime ? [names, ...around] : [names]) {
    if (PUBLISHED.test(text)) return 'published'
    if (MODIFIED.test(text)) return 'modified'
  }
  return isTime || DATED.test(names) ? 'dated' : undefined
}

/** Whether microdata or RDFa give the element this name. */
function isNamed({ itemprop = '', property = '' }: Attributes, name: string): boolean {
  return `${itemprop} ${property}`
    .toLowerCase()
    .split(/\s+/)
    .some((word) => word === name || word.endsWith(`:${name}`))
}
