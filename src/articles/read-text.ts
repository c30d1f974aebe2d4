import { articleOfMarkdown } from './article-of-markdown.ts'
import { decodeText } from './charset.ts'
import { escapeText } from './escape-text.ts'
import { readPageFacts } from './page-facts.ts'
import type { ExtractedArticle, WebPage, Reading } from './page.ts'
import { measureReading } from './reading-time.ts'
import { toMarkdown } from './markdown.ts'
import { removeInvisible } from '../text/invisible-characters.ts'

/** In UTF-16 units. */
const MAX_LENGTH = 500_000
const REST = 'The rest of this very long text is not kept.'

/** Reads a plain text or Markdown. */
export async function readText(page: WebPage): Promise<Reading<ExtractedArticle>> {
  const facts = readPageFacts(page)
  if ('unreadable' in facts) throw new TypeError('A text always has facts.')
  const whole = decodeText(page.body, { charset: page.charset, isHtml: false })
  const lines = removeInvisible(whole.slice(0, MAX_LENGTH).replace(/\r\n?/g, '\n'))
  const text = (whole.length > MAX_LENGTH ? `${lines}\n\n${REST}` : lines).trimEnd()
  if (text.trim() === '') return { facts, outcome: 'unreadable', reason: 'The page is empty.' }
  const isMarkdown = page.mediaType !== 'text/plain' && page.mediaType !== ''
  const article = isMarkdown ? await articleOfMarkdown(text, { ...facts, url: page.url }) : undefined
  return { facts, outcome: 'article', article: article ?? articleOfText(text) }
}

/** Makes an article of paragraphs of text. */
export function articleOfText(text: string): ExtractedArticle {
  const blocks = splitBlocks(text)
  const html = blocks.map((block) => (isIndented(block) ? pre(block) : paragraph(block))).join('\n')
  return {
    html,
    markdown: toMarkdown(html),
    text: blocks.join('\n\n'),
    ...measureReading(text, 0),
    inlineImages: [],
  }
}

/** Between empty lines; what stands at the end of a line and cannot be seen is left out. */
function splitBlocks(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines
    .join('\n')
    .split(/\n{2,}/)
    .map((block) => block.replace(/^\n/, ''))
    .filter((block) => block !== '')
}

/** Code and tables of plain text stand on their columns. */
function isIndented(block: string): boolean {
  const lines = block.split('\n')
  const indented = lines.filter((line) => /^(?:\t| {2,})\S/.test(line)).length
  return indented > 0 && indented >= lines.length / 2
}

function pre(text: string): string {
  return `<pre>${escapeText(text)}</pre>`
}

function paragraph(block: string): string {
  return `<p>${block
    .split('\n')
    .map((line) => escapeText(line.trim()))
    .join('<br>')}</p>`
}
