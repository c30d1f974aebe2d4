import { articleOfMarkdown } from './article-of-markdown.ts'
import { decodeText } from './charset.ts'
import { cleanText } from './clean-text.ts'
import { escapeText } from '../text/escape-text.ts'
import { MAX_TITLE_LENGTH } from './page-metadata.ts'
import { type Article, NO_METADATA, type WebPage, type Extraction } from './page.ts'
import { makeArticle } from './make-article.ts'
import { removeInvisible } from '../text/invisible-characters.ts'

/** In UTF-16 units. */
const MAX_LENGTH = 500_000
/** How much of a text is searched for its first line, in UTF-16 units. */
const FIRST_LINE_LENGTH = 64 * 1024
const REST = 'The rest of this very long text is not kept.'

/** Reads a plain text or Markdown. */
export async function readText(page: WebPage): Promise<Extraction> {
  const whole = decodeText(page.body, { charset: page.charset, isHtml: false })
  const lines = removeInvisible(whole.slice(0, MAX_LENGTH).replace(/\r\n?/g, '\n'))
  const text = (whole.length > MAX_LENGTH ? `${lines}\n\n${REST}` : lines).trimEnd()
  const isMarkdown = page.mediaType !== 'text/plain' && page.mediaType !== ''
  const metadata = { ...NO_METADATA, title: firstLine(whole, isMarkdown) }
  if (text.trim() === '') return { metadata, outcome: 'unreadable', reason: 'The page is empty.' }
  const article = isMarkdown ? await articleOfMarkdown(text, { ...metadata, url: page.url }) : undefined
  return { metadata, outcome: 'article', article: article ?? articleOfText(text) }
}

/** The first line with a letter or digit in it, without heading marks. */
function firstLine(text: string, isMarkdown: boolean): string | null {
  const lines = text.slice(0, FIRST_LINE_LENGTH).split(/[\r\n]/)
  const line = lines.find((line) => /[\p{L}\p{N}]/u.test(line))
  return cleanText(isMarkdown ? line?.replace(/^\s{0,3}#{1,6}\s/, '') : line, MAX_TITLE_LENGTH)
}

/** Makes an article of paragraphs of text. */
function articleOfText(text: string): Article {
  const blocks = splitBlocks(text)
  const html = blocks.map((block) => (isIndented(block) ? pre(block) : paragraph(block))).join('\n')
  return makeArticle(html, html, { text: blocks.join('\n\n') })
}

/** Splits a text at empty lines, without the invisible ends of lines. */
function splitBlocks(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trimEnd())
  return lines
    .join('\n')
    .split(/\n{2,}/)
    .map((block) => block.replace(/^\n/, ''))
    .filter((block) => block !== '')
}

/** Whether a block is code or a table of plain text, whose columns must be kept. */
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
