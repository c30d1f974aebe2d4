import { tryParseJson } from '../text/json.ts'

/** What the JSON-LD of a page says about its article, unchanged. */
export type JsonLdMetadata = {
  title: string | undefined
  authors: string[]
  description: string | undefined
  image: string | undefined
  siteName: string | undefined
  language: string | undefined
  published: string | undefined
  modified: string | undefined
  /** The address of the page. */
  url: string | undefined
  /** The text of the article. */
  body: string | undefined
  /** Whether the page says that it is not free to read. */
  isRestricted: boolean
}

type Thing = Record<string, unknown>

const ARTICLE = /(?:Article|Posting|BlogPost|Report|Review|APIReference|Recipe)$/
const PAGE = /(?:Page|VideoObject|Book|Course|Podcast\w*)$/
const MAX_DEPTH = 4
const MAX_THINGS = 200
const MAX_AUTHORS = 20

/** Reads the metadata of the article, else of the page. Blocks that are not JSON are ignored. */
export function readJsonLdMetadata(blocks: string[]): JsonLdMetadata {
  const things = blocks
    .flatMap((block) => collectThings(parseLenientJson(block), MAX_DEPTH))
    .slice(0, MAX_THINGS)
  const articles = things.filter((thing) => hasType(thing, ARTICLE))
  // A list of other articles may come first.
  const article =
    articles.find((thing) => readText(thing['headline']) && thing['author'] && thing['datePublished']) ??
    articles[0]
  const page = article ?? things.find((thing) => hasType(thing, PAGE)) ?? {}
  return {
    title: readText(page['headline']) ?? (article && readText(article['name'])),
    authors: asList(page['author'] ?? page['creator'])
      .slice(0, MAX_AUTHORS)
      .flatMap((author) => readName(author, things) ?? []),
    description: readText(page['description']),
    image: readImageUrl(page['image'] ?? page['thumbnailUrl'], things),
    siteName: article && readName(article['publisher'], things),
    language: readText(page['inLanguage']),
    published: readText(page['datePublished'] ?? page['dateCreated'] ?? page['uploadDate']),
    modified: readText(page['dateModified']),
    url: readText(page['url']),
    body: article && readText(article['articleBody']),
    isRestricted: things.some(
      ({ isAccessibleForFree: isFree }) => isFree === false || /^false$/i.test(readText(isFree) ?? ''),
    ),
  }
}

/**
 * Parses JSON despite common mistakes of templates: line breaks in strings, a trailing comma, or an end marker after
 * it.
 */
function parseLenientJson(text: string): unknown {
  const json = removeEndMark(
    text.trimStart().replace(/^(?:\/\/\s*|\/\*\s*)?<!(?:\[CDATA\[|--)(?:\s*\*\/)?/, ''),
  )
  return (
    tryParseJson(json) ?? tryParseJson(json.replace(/\p{Cc}+/gu, ' ').replace(/,(?=\s*[}\]])|;\s*$/g, ''))
  )
}

/** Removes the end of a comment or of a CDATA section, which may itself be in a script comment. */
function removeEndMark(text: string): string {
  let end = text.trimEnd()
  while (end.endsWith(';')) end = end.slice(0, -1).trimEnd()
  end = removeEnd(end, ['*/'])
  const marked = removeEnd(end, [']]>', '-->'])
  return marked === end ? text : removeEnd(marked, ['//', '/*'])
}

function removeEnd(text: string, ends: string[]): string {
  const end = ends.find((mark) => text.endsWith(mark))
  return end === undefined ? text : text.slice(0, -end.length).trimEnd()
}

function collectThings(value: unknown, depth: number): Thing[] {
  if (depth === 0) return []
  if (Array.isArray(value))
    return value.slice(0, MAX_THINGS).flatMap((entry) => collectThings(entry, depth - 1))
  if (!isThing(value)) return []
  return [
    value,
    ...collectThings(value['@graph'], depth - 1),
    ...collectThings(value['mainEntity'], depth - 1),
  ]
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

function readText(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value[0] : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

function readName(value: unknown, things: Thing[]): string | undefined {
  const thing = resolveReference(Array.isArray(value) ? value[0] : value, things)
  return isThing(thing) ? readText(thing['name']) : readText(thing)
}

function readImageUrl(value: unknown, things: Thing[]): string | undefined {
  const image = resolveReference(Array.isArray(value) ? value[0] : value, things)
  return isThing(image) ? (readText(image['url']) ?? readText(image['contentUrl'])) : readText(image)
}

/** An object may be referenced by its @id and described elsewhere. */
function resolveReference(value: unknown, things: Thing[]): unknown {
  if (!isThing(value) || value['@id'] === undefined) return value
  return things.find((thing) => thing !== value && thing['@id'] === value['@id']) ?? value
}
