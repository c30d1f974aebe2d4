import { Parser } from 'htmlparser2'

/** An element of a page as selectors see it: before anything is removed or renamed. */
export type PageNode = {
  name: string
  attributes: Record<string, string>
  parent: PageNode | null
  children: PageNode[]
  /** Its index among the elements of its parent, and of the page. */
  position: number
  index: number
  /** Whether it is or contains an image, a frame or other graphics. */
  hasGraphics: boolean
  /** The result of `keysOf`, once computed. */
  keys?: ReadonlySet<string>
}

/** A style element with its `media` attribute. */
type StyleText = { css: string; media: string }

/** The content of a page in document order: an element begins, text, the last open element ends. */
type PageEvent = PageNode | string | typeof END
const END = null

/** Receives the content of a page in document order. */
export type PageReader = {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(name: string): void
  /** Whether the rest of the page isn't needed. */
  isDone(): boolean
}

/** The result of parsing a page; the elements are in document order. */
export type Outline = {
  nodes: PageNode[]
  events: PageEvent[]
  styles: StyleText[]
  /** Whether there are style sheets outside of the page. */
  hasOtherStyles: boolean
  /** The page's `color-scheme` meta element. */
  colorScheme: string
  /** Ids of elements that a button of the page opens. */
  opened: Set<string>
}

/** No real page has more; later elements get no node. */
const MAX_NODES = 300_000
const MAX_DEPTH = 2000
const GRAPHICS = new Set(['img', 'svg', 'video', 'canvas', 'picture', 'iframe', 'object', 'embed', 'amp-img'])
/** Style sheets in these don't apply: to noscript because scripts run, to a template because it isn't part of the page. */
const INERT = new Set(['noscript', 'template'])

/** Parses the elements and style sheets of a page, in the order and with the names of the parser. */
export function readOutline(html: string): Outline {
  const outline: Outline = {
    nodes: [],
    events: [],
    styles: [],
    hasOtherStyles: false,
    colorScheme: '',
    opened: new Set(),
  }
  const roots: PageNode[] = []
  let node: PageNode | null = null
  let depth = 0
  let inertFrom = 0
  let isCut = false
  let style: StyleText | undefined

  function noteStyles(name: string, attributes: Record<string, string>): void {
    const opened = attributes['popovertarget'] ?? attributes['commandfor']
    if (opened) outline.opened.add(opened)
    if (inertFrom > 0) return
    if (name === 'style' && /^(?:text\/css)?$/i.test(attributes['type']?.trim() ?? '')) {
      style = { css: '', media: attributes['media'] ?? '' }
      outline.styles.push(style)
    } else if (name === 'link') {
      const relation = `${attributes['rel']} ${attributes['as']}`.toLowerCase()
      outline.hasOtherStyles ||= /\bstylesheet\b|\bstyle\b/.test(relation)
    } else if (name === 'meta' && attributes['name']?.trim().toLowerCase() === 'color-scheme') {
      outline.colorScheme = attributes['content']?.toLowerCase() ?? ''
    }
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > MAX_DEPTH || outline.nodes.length >= MAX_NODES) isCut = true
      if (isCut) return parser.pause()
      const siblings: PageNode[] = node ? node.children : roots
      const next: PageNode = {
        name,
        attributes,
        parent: node,
        children: [],
        position: siblings.length,
        index: outline.nodes.length,
        hasGraphics: false,
      }
      siblings.push(next)
      outline.nodes.push(next)
      outline.events.push(next)
      node = next
      noteStyles(name, attributes)
      if (INERT.has(name) && inertFrom === 0) inertFrom = depth
      if (GRAPHICS.has(name))
        for (let at: PageNode | null = next; at && !at.hasGraphics; at = at.parent) at.hasGraphics = true
    },
    ontext(text) {
      outline.events.push(text)
      if (style) style.css += text
    },
    onclosetag(name) {
      // The end tag may belong to an element that was left out or cut off within its tag.
      if (isCut || node?.name !== name) return
      outline.events.push(END)
      style = undefined
      if (inertFrom === depth) inertFrom = 0
      depth -= 1
      node = node?.parent ?? null
    },
  })
  parser.end(html)
  return outline
}

/** Reports the content of a parsed page to a reader. */
export function replay({ events }: Outline, reader: PageReader): void {
  let node: PageNode | null = null
  for (const event of events) {
    if (reader.isDone()) return
    if (typeof event === 'string') reader.text(event)
    else if (event === END) {
      reader.close(node!.name)
      node = node!.parent
    } else {
      reader.open(event.name, event.attributes)
      node = event
    }
  }
}
