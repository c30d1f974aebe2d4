import type { Highlight } from '../../queue/highlights/highlight.ts'
import { AS_WORDS, viewOf } from '../../queue/model/field-views.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { isoInstant } from '../../queue/model/iso-instant.ts'
import type { ExportFormat } from './export-format.ts'
import type { ExportSource } from './export-source.ts'
import { createFileNames } from './file-name.ts'
import { type ZippedFile, zipPieces } from './zip-pieces.ts'

/** A ZIP of notes for Obsidian and other Markdown editors: a file for each item, with its properties in front matter. */
export const markdownExport: ExportFormat = {
  name: 'markdown',
  title: 'Markdown',
  content: 'library',
  mediaType: 'application/zip',
  extension: 'zip',
  write: (source) => zipPieces(notes(source)),
}

/** How many characters of an item's id are added to its title to make file names unique. */
const ID_LENGTH = 10

async function* notes(source: ExportSource): AsyncGenerator<ZippedFile, void> {
  const nameOf = createFileNames('.md')
  const isCodeLanguage = await loadCodeLanguages()
  for await (const item of source.items()) {
    const article = await source.articleOf(item, 'markdown')
    yield {
      // The name of an item's file must be the same in every export of a series, so it can't depend on other items.
      path: nameOf(source.isPartOfSeries ? `${titleOf(item)} ${item.id.slice(-ID_LENGTH)}` : titleOf(item)),
      text: renderNote({ item, article, highlights: await source.highlightsOf(item), isCodeLanguage }),
      modifiedAt: item.updatedAt,
    }
  }
}

type Note = {
  item: Item
  article: string | undefined
  highlights: Highlight[]
  isCodeLanguage: (name: string) => boolean
}

/** The note of an item: its properties, the person's own note, the highlights and the article. */
function renderNote({ item, article, highlights, isCodeLanguage }: Note): string {
  const parts = [frontMatter(item), `# ${headingText(titleOf(item))}`]
  if (item.note !== null) parts.push(`> [!note]\n${quoteLines(withCodeLanguages(item.note, isCodeLanguage))}`)
  if (highlights.length > 0) parts.push('## Highlights', ...highlights.map(highlightBlock))
  if (article !== undefined) parts.push(withCodeLanguages(article, isCodeLanguage))
  return `${parts.join('\n\n')}\n`.toWellFormed()
}

/** A highlight with an id that other notes can link to, and that stays the same in later exports. */
function highlightBlock({ id, exact, note }: Highlight): string {
  const anchor = `^hl-${id.replace(/[^\w-]/g, '')}`
  return [
    quoteLines(escapeMarkdown(exact)),
    ...(note === null ? [] : [`Note: ${escapeMarkdown(note)}`]),
    anchor,
  ].join('\n\n')
}

/** The number of an entry of a list. White space of one line only, since `^` is at the beginning of each. */
const ORDERED_ITEM = /^([^\S\n\r\u2028\u2029]*\d+)([.)])/gm

/** Escapes a text so that none of it is Markdown, is run, or embeds anything. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~$^%=+!&-]/g, String.raw`\$&`).replace(ORDERED_ITEM, String.raw`$1\$2`)
}

/** The opening line of a fenced code block, also in a quote or an entry of a list, with its language and what follows it. */
const FENCE = /^([ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(?:`{3,}(?=[^`\n]*$)|~{3,}(?!~)))[ \t]*([^\s`]+).*$/gm

async function loadCodeLanguages(): Promise<(name: string) => boolean> {
  const { common, createLowlight } = await import('lowlight')
  const { registered } = createLowlight(common)
  return registered
}

/** Removes the language of code blocks unless it is one: editors run blocks with other names, such as `dataviewjs`. */
function withCodeLanguages(markdown: string, isCodeLanguage: (name: string) => boolean): string {
  return markdown.replace(FENCE, (line, opening: string, language: string) =>
    isCodeLanguage(language) ? line : opening,
  )
}

const lastPropertiesOf = viewOf('markdown', { ...AS_WORDS, tags: (tags) => tags.map(obsidianTag) })

function frontMatter(item: Item): string {
  const properties: [name: string, value: YamlValue | null][] = [
    ['title', titleOf(item)],
    ['id', item.id],
    ['source', item.url],
    ['author', item.author],
    ['site', item.siteName ?? item.site],
    ['published', formatDate(item.publishedAt)],
    ['saved', formatDate(item.savedAt)],
    ['read', formatDate(item.readAt)],
    ['favourite', item.favouritedAt !== null],
    ...Object.entries(lastPropertiesOf(item)),
  ]
  const lines = properties.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${toYaml(value)}`]))
  return ['---', ...lines, '---'].join('\n')
}

type YamlValue = string | number | boolean | string[]

/** A value as YAML. That is JSON, except for some characters that YAML takes for line breaks or forbids. */
function toYaml(value: YamlValue): string {
  const written = JSON.stringify(Array.isArray(value) ? value.map(wellFormed) : wellFormed(value))
  return written.replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function wellFormed<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.toWellFormed() : value
}

function formatDate(instant: number | null): string | null {
  return instant === null ? null : isoInstant(instant)
}

/** A tag in Obsidian's syntax: letters, digits, `_`, `-` and `/`, and not only digits. */
function obsidianTag(tag: string): string {
  const safe = tag.replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}_/-]+/gu, '-')
  return /^\d+$/.test(safe) ? `_${safe}` : safe
}

function headingText(text: string): string {
  return escapeMarkdown(text.replace(/\s+/g, ' '))
}

function quoteLines(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n')
}
