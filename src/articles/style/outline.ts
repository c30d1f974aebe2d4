import { Parser } from 'htmlparser2'

/** An element of a page as selectors see it: before anything is taken away or renamed. */
export type PageNode = {
  name: string
  attributes: Record<string, string>
  parent: PageNode | null
  children: PageNode[]
  /** Its place among the elements of its parent, and of the page. */
  position: number
  index: number
  /** Whether it is, or holds, an image, a frame or other graphics. */
  hasGraphics: boolean
  /** Of `keysOf`, once it was asked. */
  keys?: ReadonlySet<string>
}

/** A style element with its `media` attribute. */
type StyleText = { css: string; media: string }

/** What a page consists of, in its order: an element begins, a text, the element begun last ends. */
type PageEvent = PageNode | string | typeof END
const END = null

/** What is told of a page that was read, in its order. */
export type PageReader = {
  open(name: string, attributes: Record<string, string>): void
  text(text: string): void
  close(name: string): void
  /** Whether nothing more of it is wanted. */
  isDone(): boolean
}

/** What the one reading of a page finds; the elements in the order of their tags. */
export type Outline = {
  nodes: PageNode[]
  events: PageEvent[]
  styles: StyleText[]
  /** Whether there are style sheets beside those in the page. */
  hasOtherStyles: boolean
  /** What the page's `color-scheme` meta says. */
  colorScheme: string
  /** Ids of elements that a button of the page opens. */
  opened: Set<string>
}

/** No real page has more; what comes later has no node. */
const MAX_NODES = 300_000
const MAX_DEPTH = 2000
const GRAPHICS = new Set(['img', 'svg', 'video', 'canvas', 'picture', 'iframe', 'object', 'embed', 'amp-img'])
/** Nothing in them styles the page: it is shown to those without scripts, or is no part of it yet. */
const INERT = new Set(['noscript', 'template'])

/** Reads the elements and style sheets of a page, in the order and with the names of the parser. */
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

  function note(name: string, attributes: Record<string, string>): void {
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
      note(name, attributes)
      if (INERT.has(name) && inertFrom === 0) inertFrom = depth
      if (GRAPHICS.has(name))
        for (let at: PageNode | null = next; at && !at.hasGraphics; at = at.parent) at.hasGraphics = true
    },
    ontext(text) {
      outline.events.push(text)
      if (style) style.css += text
    },
    onclosetag(name) {
      // It also ends what was left out, or was cut off within its tag.
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

/** Tells a page, as the parser did. */
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
