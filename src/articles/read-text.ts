import { decodeText } from './charset.ts'
import { escapeText } from './escape-text.ts'
import { readPageFacts } from './page-facts.ts'
import type { ExtractedArticle, WebPage, Reading } from './page.ts'
import { measureReading } from './reading-time.ts'
import { toMarkdown } from './markdown.ts'

/** In UTF-16 units. */
const MAX_LENGTH = 500_000
const REST = 'The rest of this very long text is not kept.'

/** Reads a plain text, or Markdown, which is kept as it is. */
export function readText(page: WebPage): Reading<ExtractedArticle> {
  const facts = readPageFacts(page)
  if ('unreadable' in facts) throw new TypeError('A text always has facts.')
  const whole = decodeText(page.body, { charset: page.charset, isHtml: false })
  const lines = whole.slice(0, MAX_LENGTH).replace(/\r\n?/g, '\n').replaceAll('\0', '')
  const text = (whole.length > MAX_LENGTH ? `${lines}\n\n${REST}` : lines).trimEnd()
  if (text.trim() === '') return { facts, outcome: 'unreadable', reason: 'The page is empty.' }
  const isMarkdown = page.mediaType !== 'text/plain' && page.mediaType !== ''
  return { facts, outcome: 'article', article: isMarkdown ? articleOfMarkdown(text) : articleOfText(text) }
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

/** Shows the headings, the code and the paragraphs; what is inside of these stays as it was written. */
function articleOfMarkdown(markdown: string): ExtractedArticle {
  const html = splitFences(markdown)
    .flatMap((part) => (part.isCode ? pre(part.text) : splitBlocks(part.text).map(renderBlock)))
    .join('\n')
  return { html, markdown, text: markdown.trim(), ...measureReading(markdown, 0), inlineImages: [] }
}

function renderBlock(block: string): string {
  const heading = /^ {0,3}(#{1,6})[ \t]+([^\n]*)$/.exec(block)
  if (heading) {
    const level = heading[1]!.length
    return `<h${level}>${escapeText(heading[2]!.replace(/\s+#+\s*$/, ''))}</h${level}>`
  }
  return /^(?: {4}|\t)/.test(block) ? pre(block.replace(/^(?: {4}|\t)/gm, '')) : paragraph(block)
}

/** Lines between fences are code (CommonMark §4.5). */
function splitFences(markdown: string): { isCode: boolean; text: string }[] {
  const parts: { isCode: boolean; text: string }[] = []
  let lines: string[] = []
  let fence = ''
  function end(isCode: boolean): void {
    if (lines.length > 0) parts.push({ isCode, text: lines.join('\n') })
    lines = []
  }
  for (const line of markdown.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === '' && mark) {
      end(false)
      fence = mark
    } else if (fence !== '' && mark?.startsWith(fence)) {
      end(true)
      fence = ''
    } else lines.push(line)
  }
  end(fence !== '')
  return parts
}

function splitBlocks(text: string): string[] {
  const blocks: string[][] = [[]]
  for (const line of text.split('\n')) {
    const isHeading = /^ {0,3}#{1,6}[ \t]/.test(line)
    if (isHeading || line.trim() === '') blocks.push([])
    if (line.trim() !== '') blocks.at(-1)!.push(line.trimEnd())
    if (isHeading) blocks.push([])
  }
  return blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
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
