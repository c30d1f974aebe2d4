import TurndownService from 'turndown'
import { addEmphasis } from './emphasis.ts'
import { pairBrackets, settleBrackets, unescapeNeedless } from './escape-markdown.ts'
import { escapeText } from '../text/escape-text.ts'
import { addTables } from './markdown-tables.ts'
import type { MarkupNode } from './markup-node.ts'
import { toText } from './plain-text.ts'
import { placeImages, type RenderedArticle } from './rendered-article.ts'
import { safeTex, saysWhatIsShown } from './tex.ts'
import { tidyMarkup } from './tidy-markup.ts'
import { removeInvisible } from '../text/invisible-characters.ts'

/** Longer runs of white space are cut: turndown's time grows with their square. */
const MAX_SPACES = 200

/** Markup of more elements than this becomes plain text: turndown would take many seconds. */
const MAX_ELEMENTS = 40_000

/**
 * Makes Markdown of a rendered article, with tables, strikethrough and fenced code, and without any HTML.
 * Of an image only its words stay, since an address of one makes the reader's program ask for it.
 */
export function toMarkdown(rendered: Pick<RenderedArticle, 'html' | 'images'>): string {
  const turndown = createTurndown()
  const html = withWords(rendered).replace(/\s+/g, (spaces) => spaces.slice(0, MAX_SPACES))
  const safe = dropEmpty(tidyMarkup(html))
  const markdown =
    safe.elements > MAX_ELEMENTS
      ? toText(safe.html).split('\n').map(turndown.escape).join('\n')
      : turndown.turndown(safe.html)
  return settleBrackets(markdown)
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

function withWords({ html, images }: Pick<RenderedArticle, 'html' | 'images'>): string {
  return placeImages(html, images, ({ alt }) => {
    const words = removeInvisible(alt)
    return words.trim() === '' ? '' : `<img alt="${escapeText(words)}" />`
  })
}

/** Takes elements away that hold nothing; a cell stays in its column. Counts the others. */
function dropEmpty(safeHtml: string): { html: string; elements: number } {
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
  turndown.escape = (text) => escapeMarkup(unescapeNeedless(escape(text)))
  turndown.remove(['rt', 'rp'])

  turndown.addRule('pre', {
    filter: 'pre',
    replacement: (_content, node) => fence(node as unknown as MarkupNode),
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
      const line = oneLine(content)
      return line && `\n\n${'#'.repeat(Number(nodeName[1]))} ${line}\n\n`
    },
  })
  turndown.addRule('link', {
    filter: 'a',
    replacement(content, node) {
      const href = (node as unknown as MarkupNode).getAttribute('href') ?? ''
      const words = oneLine(content)
      // An anchor leads nowhere in Markdown.
      if (!words || !href || href.startsWith('#')) return content
      return `[${pairBrackets(words)}](${href.replace(/[()\\]/g, encodeMark)})`
    },
  })
  turndown.addRule('image', {
    filter: 'img',
    replacement: (_content, node) => {
      const words = (node as unknown as MarkupNode).getAttribute('alt') ?? ''
      return `[Image: ${turndown.escape(oneLine(words))}]`
    },
  })
  turndown.addRule('math', {
    // Its type knows the elements of HTML only.
    filter: ({ nodeName }) => nodeName.toLowerCase() === 'math',
    replacement: (_content, node) => formula(node as unknown as MarkupNode, turndown.escape),
  })
  addEmphasis(turndown)
  addListItems(turndown)
  addTables(turndown)
  return turndown
}

/** Its LaTeX where that is known; a line of its own where it stands by itself. */
function formula(math: MarkupNode, escape: (text: string) => string): string {
  const source = safeTex(oneLine(math.getAttribute('alttext') ?? ''))
  if (!source || !saysWhatIsShown(source, math.textContent)) return escape(oneLine(math.textContent))
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

/** The fence is longer than any in the code, wherever that stands (CommonMark §4.5). */
function fence(pre: MarkupNode): string {
  const code = codeIn(pre).replace(/^\n/, '').trimEnd()
  if (code === '') return ''
  let longest = 2
  for (const [run] of code.matchAll(/`+/g)) longest = Math.max(longest, run.length)
  const marks = '`'.repeat(longest + 1)
  return `\n\n${marks}${languageOf(pre)}\n${code}\n${marks}\n\n`
}

function codeIn(node: MarkupNode): string {
  if (node.nodeType === 3) return node.textContent
  if (node.nodeName === 'BR') return '\n'
  let code = ''
  for (let child = node.firstChild; child; child = child.nextSibling) code += codeIn(child)
  return code
}

function languageOf(pre: MarkupNode): string {
  const classes = pre.getAttribute('class') ?? pre.firstChild?.getAttribute?.('class') ?? ''
  return classes.split(' ')[0]!.replace(/^language-/, '')
}

function oneLine(text: string): string {
  return text.replace(/\\?\s*\n\s*/g, ' ').trim()
}

/**
 * So that no text is read as markup, as a character reference or, before a link, as the mark of an image
 * (CommonMark §6.6, §2.5, §6.4), also where the next element goes on with it.
 */
function escapeMarkup(text: string): string {
  return text
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replace(/<(?=[a-z/!?]|$)/gi, '&lt;')
    .replace(/!$/, '\\!')
}

function encodeMark(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16).toUpperCase()}`
}
