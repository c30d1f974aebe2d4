import { tryParseJson } from '../text/json.ts'

/** What the JSON-LD of a page says of the article in it, as written there. */
export type JsonLdMetadata = {
  title: string | undefined
  authors: string[]
  description: string | undefined
  image: string | undefined
  siteName: string | undefined
  language: string | undefined
  published: string | undefined
  modified: string | undefined
  /** Where the page is to be found. */
  url: string | undefined
  /** The text of the article. */
  body: string | undefined
  /** Whether the page says that not everyone may read it. */
  isClosed: boolean
}

type Thing = Record<string, unknown>

const ARTICLE = /(?:Article|Posting|BlogPost|Report|Review|APIReference|Recipe)$/
const PAGE = /(?:Page|VideoObject|Book|Course|Podcast\w*)$/
const MAX_DEPTH = 4
const MAX_THINGS = 200
const MAX_AUTHORS = 20

/** Reads the article, or else the page, that the blocks speak of; what is no JSON is left out. */
export function readJsonLdMetadata(blocks: string[]): JsonLdMetadata {
  const things = blocks.flatMap((block) => thingsOf(parseLenientJson(block), MAX_DEPTH)).slice(0, MAX_THINGS)
  const articles = things.filter((thing) => hasType(thing, ARTICLE))
  // A list of others may stand before it.
  const article =
    articles.find((thing) => textOf(thing['headline']) && thing['author'] && thing['datePublished']) ??
    articles[0]
  const page = article ?? things.find((thing) => hasType(thing, PAGE)) ?? {}
  return {
    title: textOf(page['headline']) ?? (article && textOf(article['name'])),
    authors: asList(page['author'] ?? page['creator'])
      .slice(0, MAX_AUTHORS)
      .flatMap((author) => nameOf(author, things) ?? []),
    description: textOf(page['description']),
    image: imageOf(page['image'] ?? page['thumbnailUrl'], things),
    siteName: article && nameOf(article['publisher'], things),
    language: textOf(page['inLanguage']),
    published: textOf(page['datePublished'] ?? page['dateCreated'] ?? page['uploadDate']),
    modified: textOf(page['dateModified']),
    url: textOf(page['url']),
    body: article && textOf(article['articleBody']),
    isClosed: things.some(
      ({ isAccessibleForFree: isFree }) => isFree === false || /^false$/i.test(textOf(isFree) ?? ''),
    ),
  }
}

/** Many templates write line breaks into texts, a comma behind the last entry, or a mark of the end behind it all. */
function parseLenientJson(text: string): unknown {
  const json = withoutEndMark(
    text.trimStart().replace(/^(?:\/\/\s*|\/\*\s*)?<!(?:\[CDATA\[|--)(?:\s*\*\/)?/, ''),
  )
  return (
    tryParseJson(json) ?? tryParseJson(json.replace(/\p{Cc}+/gu, ' ').replace(/,(?=\s*[}\]])|;\s*$/g, ''))
  )
}

/** Without the end of a comment or a CDATA section, which may itself be in a comment of a script. */
function withoutEndMark(text: string): string {
  let end = text.trimEnd()
  while (end.endsWith(';')) end = end.slice(0, -1).trimEnd()
  end = withoutEnd(end, ['*/'])
  const marked = withoutEnd(end, [']]>', '-->'])
  return marked === end ? text : withoutEnd(marked, ['//', '/*'])
}

function withoutEnd(text: string, ends: string[]): string {
  const end = ends.find((mark) => text.endsWith(mark))
  return end === undefined ? text : text.slice(0, -end.length).trimEnd()
}

function thingsOf(value: unknown, depth: number): Thing[] {
  if (depth === 0) return []
  if (Array.isArray(value)) return value.slice(0, MAX_THINGS).flatMap((entry) => thingsOf(entry, depth - 1))
  if (!isThing(value)) return []
  return [value, ...thingsOf(value['@graph'], depth - 1), ...thingsOf(value['mainEntity'], depth - 1)]
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasType(thing: Thing, type: RegExp): boolean {
  return asList(thing['@type']).some((name) => typeof name === 'string' && type.test(name))
}

function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value]
}

function textOf(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value[0] : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

function nameOf(value: unknown, things: Thing[]): string | undefined {
  const thing = resolve(Array.isArray(value) ? value[0] : value, things)
  return isThing(thing) ? textOf(thing['name']) : textOf(thing)
}

function imageOf(value: unknown, things: Thing[]): string | undefined {
  const image = resolve(Array.isArray(value) ? value[0] : value, things)
  return isThing(image) ? (textOf(image['url']) ?? textOf(image['contentUrl'])) : textOf(image)
}

/** A thing may be named by its @id and described elsewhere. */
function resolve(value: unknown, things: Thing[]): unknown {
  if (!isThing(value) || value['@id'] === undefined) return value
  return things.find((thing) => thing !== value && thing['@id'] === value['@id']) ?? value
}
