import type { Highlight } from '../../queue/highlights/highlight.ts'
import { type Item, titleOf } from '../../queue/model/item.ts'
import { isoInstant } from '../../queue/model/iso-instant.ts'
import type { ExportFormat } from './export-format.ts'
import type { ExportSource } from './export-source.ts'
import { createFileNames } from './file-name.ts'
import { type ZippedFile, zipPieces } from './zip-pieces.ts'

/** A folder of notes as Obsidian and other editors of Markdown keep them: a file for each item, with its properties on top. */
export const markdownExport: ExportFormat = {
  name: 'markdown',
  title: 'Markdown',
  mediaType: 'application/zip',
  extension: 'zip',
  write: (source) => zipPieces(notes(source)),
}

/** Characters of an item's id that tell two of one title apart. */
const ID_LENGTH = 10

async function* notes(source: ExportSource): AsyncGenerator<ZippedFile, void> {
  const nameOf = createFileNames('.md')
  const isCodeLanguage = await loadCodeLanguages()
  for await (const item of source.items()) {
    const article = await source.articleOf(item, 'markdown')
    yield {
      // Of one file among many exports, the name may not depend on what else is in one of them.
      path: nameOf(source.isPartOfSeries ? `${titleOf(item)} ${item.id.slice(-ID_LENGTH)}` : titleOf(item)),
      text: noteOf({ item, article, highlights: await source.highlightsOf(item), isCodeLanguage }),
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

/** Its properties, what the person wrote, the highlights, and the article. */
function noteOf({ item, article, highlights, isCodeLanguage }: Note): string {
  const parts = [frontMatter(item), `# ${oneLine(titleOf(item))}`]
  if (item.note !== null) parts.push(`> [!note]\n${quoted(item.note)}`)
  if (highlights.length > 0) parts.push('## Highlights', ...highlights.map(highlightBlock))
  if (article !== undefined) parts.push(withCodeLanguages(article, isCodeLanguage))
  return `${parts.join('\n\n')}\n`.toWellFormed()
}

/** With an id, by which other notes link to it and a later export of it is recognised. */
function highlightBlock({ id, exact, note }: Highlight): string {
  const anchor = `^hl-${id.replace(/[^\w-]/g, '')}`
  return [quoted(escaped(exact)), ...(note === null ? [] : [`Note: ${escaped(note)}`]), anchor].join('\n\n')
}

/** A text of several lines that stays one: nothing of it begins a block, runs or embeds anything. */
function escaped(text: string): string {
  return text
    .replace(/[\\`*_[\]<>#|~$^%=+!-]/g, String.raw`\$&`)
    .replace(/^(\s*\d+)([.)])/gm, String.raw`$1\$2`)
}

/** A line that may begin a block of code, with its language. */
const FENCE = /^([ >]*`{3,})([^\s`]+)$/gm

async function loadCodeLanguages(): Promise<(name: string) => boolean> {
  const { common, createLowlight } = await import('lowlight')
  const { registered } = createLowlight(common)
  return registered
}

/** Editors run blocks of some names, such as `dataviewjs`: only names of languages stay. */
function withCodeLanguages(article: string, isCodeLanguage: (name: string) => boolean): string {
  return article.replace(FENCE, (line, marks: string, language: string) =>
    isCodeLanguage(language) ? line : marks,
  )
}

function frontMatter(item: Item): string {
  const properties: [name: string, value: string | boolean | string[] | null][] = [
    ['title', titleOf(item)],
    ['id', item.id],
    ['source', item.url],
    ['author', item.author],
    ['site', item.siteName ?? item.site],
    ['published', dateOf(item.publishedAt)],
    ['saved', dateOf(item.savedAt)],
    ['read', dateOf(item.readAt)],
    ['favourite', item.favouritedAt !== null],
    ['tags', item.tags.map(obsidianTag)],
  ]
  const lines = properties.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${yaml(value)}`]))
  return ['---', ...lines, '---'].join('\n')
}

/** JSON is YAML, but for some characters that YAML takes as breaks of lines or as no text. */
function yaml(value: string | boolean | string[]): string {
  const written = JSON.stringify(Array.isArray(value) ? value.map(wellFormed) : wellFormed(value))
  return written.replace(
    /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g,
    (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

function wellFormed<Value>(value: Value): Value | string {
  return typeof value === 'string' ? value.toWellFormed() : value
}

function dateOf(instant: number | null): string | null {
  return instant === null ? null : isoInstant(instant)
}

/** A tag there is made of letters, numbers, `_`, `-` and `/`, and not only of numbers. */
function obsidianTag(tag: string): string {
  const safe = tag.replace(/[^\p{L}\p{N}\p{M}\p{Extended_Pictographic}_/-]+/gu, '-')
  return /^\d+$/.test(safe) ? `_${safe}` : safe
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, String.raw`\$&`)
}

function quoted(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n')
}
