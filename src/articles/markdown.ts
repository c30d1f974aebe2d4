import TurndownService from 'turndown'
import { addEmphasis } from './emphasis.ts'
import { balanceBrackets, resolveBrackets, removeNeedlessEscapes } from './escape-markdown.ts'
import { escapeText } from '../text/escape-text.ts'
import { addTables } from './markdown-tables.ts'
import type { MarkupNode } from './markup-node.ts'
import { toText } from './plain-text.ts'
import { insertImages, type RenderedArticle } from './rendered-article.ts'
import { safeTex, matchesRendering } from './tex.ts'
import { tidyMarkup } from './tidy-markup.ts'
import { removeInvisible } from '../text/invisible-characters.ts'

/** Longer runs of white space are cut, because turndown takes quadratic time for them. */
const MAX_SPACES = 200

/** Markup of more elements than this becomes plain text: turndown would take many seconds. */
const MAX_ELEMENTS = 40_000

/**
 * Converts a rendered article to Markdown, with tables, strikethrough and fenced code, and without any HTML. Only the
 * alternative text of an image stays, because the reader's program would fetch its URL.
 */
export function toMarkdown(rendered: Pick<RenderedArticle, 'html' | 'images'>): string {
  const turndown = createTurndown()
  const html = insertAlternativeTexts(rendered).replace(/\s+/g, (spaces) => spaces.slice(0, MAX_SPACES))
  const safe = removeEmpty(tidyMarkup(html))
  const markdown =
    safe.elements > MAX_ELEMENTS
      ? toText(safe.html).split('\n').map(turndown.escape).join('\n')
      : turndown.turndown(safe.html)
  return resolveBrackets(markdown)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

function insertAlternativeTexts({ html, images }: Pick<RenderedArticle, 'html' | 'images'>): string {
  return insertImages(html, images, ({ alt }) => {
    const words = removeInvisible(alt)
    return words.trim() === '' ? '' : `<img alt="${escapeText(words)}" />`
  })
}

/** Removes empty elements except table cells, and counts the others. */
function removeEmpty(safeHtml: string): { html: string; elements: number } {
  const pieces: string[] = []
  let elements = 0
  for (const [piece, end, name] of safeHtml.matchAll(/<(\/?)(\w+)[^>]*>|[^<]+/g)) {
    const isEmpty = end === '/' && pieces.at(-1)?.match(/^<(\w+)/)?.[1] === name
    if (isEmpty && name !== 'td' && name !== 'th') {
      pieces.pop()
      elements -= 1
    } else {
      pieces.push(piece)
      if (end === '') elements += 1
    }
  }
  return { html: pieces.join(''), elements }
}

function createTurndown(): TurndownService {
  const turndown = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
  })
  const escape = turndown.escape.bind(turndown)
  turndown.escape = (text) => escapeMarkup(removeNeedlessEscapes(escape(text)))
  turndown.remove(['rt', 'rp'])

  turndown.addRule('pre', {
    filter: 'pre',
    replacement: (_content, node) => formatCode(node as unknown as MarkupNode),
  })
  turndown.addRule('break', {
    filter: 'br',
    replacement(_content, node) {
      const { previousSibling, nextSibling } = node as unknown as MarkupNode
      if (!nextSibling) return ''
      const isOneOfMany = previousSibling?.nodeName === 'BR' || nextSibling.nodeName === 'BR'
      return isOneOfMany ? '\n\n' : '\\\n'
    },
  })
  turndown.addRule('heading', {
    filter: ['h2', 'h3', 'h4', 'h5', 'h6'],
    replacement(content, { nodeName }) {
      const line = joinLines(content)
      return line && `\n\n${'#'.repeat(Number(nodeName[1]))} ${line}\n\n`
    },
  })
  turndown.addRule('link', {
    filter: 'a',
    replacement(content, node) {
      const href = (node as unknown as MarkupNode).getAttribute('href') ?? ''
      const words = joinLines(content)
      // Markdown has no anchors to link to.
      if (!words || !href || href.startsWith('#')) return content
      return `[${balanceBrackets(words)}](${href.replace(/[()\\]/g, encodeCharacter)})`
    },
  })
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => {
      const words = (node as unknown as MarkupNode).getAttribute('alt') ?? ''
      return `[Image: ${turndown.escape(joinLines(words))}]`
    },
  })
  turndown.addRule('math', {
    // The type of the filter has only the elements of HTML.
    filter: ({ nodeName }) => nodeName.toLowerCase() === 'math',
    replacement: (_content, node) => formatFormula(node as unknown as MarkupNode, turndown.escape),
  })
  addEmphasis(turndown)
  addListItems(turndown)
  addTables(turndown)
  return turndown
}

/** A formula as its LaTeX, if it is known; a block formula gets a line of its own. */
function formatFormula(math: MarkupNode, escape: (text: string) => string): string {
  const source = safeTex(joinLines(math.getAttribute('alttext') ?? ''))
  if (!source || !matchesRendering(source, math.textContent)) return escape(joinLines(math.textContent))
  return math.getAttribute('display') === 'block' ? `\n\n$$${source}$$\n\n` : `$${source}$`
}

function addListItems(turndown: TurndownService): void {
  const numbers = new WeakMap<MarkupNode, number>()

  turndown.addRule('item', {
    filter: 'li',
    replacement(content, node, options) {
      const item = node as unknown as MarkupNode
      const list = item.parentNode!
      let marker = `${options.bulletListMarker} `
      if (list.nodeName === 'OL') {
        const number = numbers.get(list) ?? Math.max(0, Number(list.getAttribute('start') ?? 1))
        numbers.set(list, number + 1)
        marker = `${number}. `
      }
      const isLoose = content.endsWith('\n')
      const lines = content.trim().replaceAll('\n', `\n${' '.repeat(marker.length)}`)
      return `${marker}${lines}${item.nextSibling ? (isLoose ? '\n\n' : '\n') : ''}`
    },
  })
}

/** The fence is longer than any run of backticks in the code (CommonMark §4.5). */
function formatCode(pre: MarkupNode): string {
  const code = collectCode(pre).replace(/^\n/, '').trimEnd()
  if (code === '') return ''
  let longest = 2
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const marks = '`'.repeat(longest + 1)
  return `\n\n${marks}${readLanguage(pre)}\n${code}\n${marks}\n\n`
}

function collectCode(node: MarkupNode): string {
  if (node.nodeType === 3) return node.textContent
  if (node.nodeName === 'BR') return '\n'
  let code = ''
  for (let child = node.firstChild; child; child = child.nextSibling) code += collectCode(child)
  return code
}

function readLanguage(pre: MarkupNode): string {
  const classes = pre.getAttribute('class') ?? pre.firstChild?.getAttribute?.('class') ?? ''
  return classes.split(' ')[0]!.replace(/^language-/, '')
}

function joinLines(text: string): string {
  return text.replace(/\\?\s*\n\s*/g, ' ').trim()
}

/**
 * Escapes a text so that none of it, also together with the next element, is markup, a character reference or, before a
 * link, the `!` of an image (CommonMark §6.6, §2.5, §6.4).
 */
function escapeMarkup(text: string): string {
  return text
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/<(?=[a-z/!?]|$)/gi, '&lt;')
    .replace(/!$/, '\\!')
}

function encodeCharacter(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
}
