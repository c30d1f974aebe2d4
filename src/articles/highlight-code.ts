import { common, createLowlight, type Node } from 'lowlight'
import { once } from '../concurrency/once.ts'
import { escapeText } from '../text/escape-text.ts'
import type { RenderedArticle } from './rendered-article.ts'

/** UTF-16 units of code. Longer blocks, and any code beyond this total in an article, stay plain. */
const MAX_BLOCK_LENGTH = 20_000
const MAX_TOTAL_LENGTH = 100_000

/** A block of code in sanitised markup: its start tags and its content. */
const BLOCK =
  /(<pre(?: [^>]*)?>(?:<code(?: [^>]*)?>)?)((?:(?!<\/?(?:pre|code)\b)[^])*)(?=(?:<\/code>)?<\/pre>)/g
const LANGUAGE = / class="language-([\w+#.-]+)"/
/** Remains of a site's own highlighting. */
const LEFT_OVER = /<\/?span(?: [^>]*)?>/g
const REFERENCES: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' }

/** The classes that `code.css` has colours for, by the highlighter's name for a token. */
const CLASSES = new Map<string, string>(
  Object.entries({
    keyword: 'keyword selector-tag name operator',
    string: 'string regexp char link template-tag',
    comment: 'comment quote doctag',
    number: 'number literal symbol bullet',
    title: 'title section selector-class selector-id',
    type: 'type built_in class',
    attribute: 'attr attribute property variable template-variable',
    meta: 'meta',
    addition: 'addition',
    deletion: 'deletion',
  }).flatMap(([kind, names]) => names.split(' ').map((name) => [`hljs-${name}`, `code-${kind}`] as const)),
)

const highlighter = once(() => createLowlight(common))

/**
 * Highlights the code whose language is known. It runs after sanitising, and adds only spans with the classes above
 * around text that it escapes itself. Time grows with the length of the code, so call it only in a thread that can be
 * terminated.
 */
export function highlightCode(article: RenderedArticle): RenderedArticle {
  const { html, images } = article
  let written = ''
  let from = 0
  let rest = MAX_TOTAL_LENGTH
  /** Where each block ends, and by how much the markup up to there became longer. */
  const shifts: { end: number; by: number }[] = []
  for (const match of html.matchAll(BLOCK)) {
    const [, start = '', content = ''] = match
    const at = match.index + start.length
    const end = at + content.length
    const code = plainCode(content)
    const hasImage = images.some((image) => image.at >= at && image.at <= end)
    if (code === undefined || hasImage || code.length > Math.min(rest, MAX_BLOCK_LENGTH)) continue
    const marked = highlighted(code, LANGUAGE.exec(start)?.[1])
    if (marked === undefined) continue
    rest -= code.length
    written += html.slice(from, at) + marked
    from = end
    shifts.push({ end, by: written.length - end })
  }
  if (shifts.length === 0) return article
  const moved = (at: number) => at + (shifts.findLast(({ end }) => end <= at)?.by ?? 0)
  return {
    ...article,
    html: written + html.slice(from),
    images: images.map((image) => ({ ...image, at: moved(image.at) })),
  }
}

/** The text of a block; undefined if it contains markup. */
function plainCode(content: string): string | undefined {
  const text = content.replace(LEFT_OVER, '').replace(/<br \/>/g, '\n')
  if (text.includes('<')) return undefined
  return text.replace(/&(?:lt|gt|quot|amp);/g, (reference) => REFERENCES[reference]!)
}

function highlighted(code: string, language: string | undefined): string | undefined {
  if (language === undefined || !highlighter().registered(language)) return undefined
  try {
    return highlighter().highlight(language, code).children.map(write).join('')
  } catch {
    return undefined
  }
}

function write(node: Node): string {
  if (node.type === 'text') return escapeText(node.value)
  const content = node.children.map(write).join('')
  const { className } = node.properties
  const known = Array.isArray(className) ? CLASSES.get(String(className[0])) : undefined
  return known === undefined ? content : `<span class="${known}">${content}</span>`
}
