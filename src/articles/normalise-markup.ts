import { ALLOWED_ELEMENTS, DROPPED_ELEMENTS } from './allow-list.ts'
import { createAnchors } from './anchors.ts'
import { embedAddress, isEmbed } from './embed.ts'
import { isHiddenInMarkup } from './hidden.ts'
import { createNesting, isHeading, MAX_OPEN_ELEMENTS } from './nesting.ts'
import { END, type Markup, readMarkup } from './read-markup.ts'
import { safeAttributes } from './safe-attributes.ts'
import { escapeText } from '../text/escape-text.ts'

type Attributes = Record<string, string>

/** The replacement of an image: an image of ours, text, or nothing. */
type ImageStandIn = { image: Attributes } | { words: string } | undefined
export type StandInFor = (image: Attributes) => ImageStandIn

const ALLOWED = new Set(ALLOWED_ELEMENTS)
const DROPPED = new Set(DROPPED_ELEMENTS)
const VOID = new Set(['br', 'hr', 'img', 'wbr'])

/**
 * Rewrites markup: removes hidden elements and scripts, replaces embedded players by links, and keeps an element only
 * where a browser would leave it. Excessive nesting is cut. Every heading gets a unique id.
 */
export function normaliseMarkup(markup: Markup, standInFor: StandInFor): string {
  const nesting = createNesting()
  const anchorOf = createAnchors()
  const pieces: string[] = []
  /** The end tag of each open element; empty for one that is not kept. */
  const endTags: string[] = []
  let droppedAtDepth = 0
  let embed: { address: string | undefined; title: string } | undefined

  function writeStartTag(name: string, attributes: Attributes): void {
    nesting.keep(name)
    pieces.push(startTag(name, attributes))
    if (!VOID.has(name)) endTags[endTags.length - 1] = `</${name}>`
  }

  function writeStandIn(attributes: Attributes): void {
    if (!nesting.admits('img')) return
    const found = standInFor(attributes)
    if (found && 'image' in found) writeStartTag('img', found.image)
    else if (found) pieces.push(escapeText(found.words))
  }

  function writeEmbedLink(): void {
    const attributes = safeAttributes('a', { href: embed?.address ?? '' })
    const url = URL.parse(attributes['href'] ?? '')
    if (!url || !nesting.admits('p')) return
    const words = escapeText(embed?.title.trim() || url.host + url.pathname)
    pieces.push(nesting.admits('a') ? `${startTag('a', attributes)}${words}</a>` : words)
  }

  readMarkup(markup, {
    open(tag, attributes) {
      if (endTags.length === MAX_OPEN_ELEMENTS) return END
      nesting.open()
      endTags.push('')
      if (droppedAtDepth > 0) {
        if (embed && (tag === 'source' || isEmbed(tag))) embed.address ??= embedAddress(tag, attributes)
        return
      }
      const name = tag === 'h1' ? 'h2' : tag
      const isHidden = isHiddenInMarkup(name, attributes)
      if (isHidden || DROPPED.has(name)) {
        droppedAtDepth = endTags.length
        if (!isHidden && isEmbed(name)) {
          embed = { address: embedAddress(name, attributes), title: attributes['title'] ?? '' }
        }
      } else if (name === 'img') writeStandIn(attributes)
      else if (ALLOWED.has(name) && nesting.admits(name)) {
        const safe = safeAttributes(name, attributes)
        if (isHeading(name)) safe['id'] = anchorOf(safe['id'])
        if (name !== 'a' || safe['href'] || safe['id']) writeStartTag(name, safe)
      }
    },
    text(text) {
      if (droppedAtDepth === 0) pieces.push(escapeText(text))
    },
    close() {
      const isDropped = droppedAtDepth === endTags.length
      pieces.push(endTags.pop() ?? '')
      nesting.close()
      if (!isDropped) return
      droppedAtDepth = 0
      if (embed) writeEmbedLink()
      embed = undefined
    },
  })
  return pieces.concat(endTags.reverse()).join('')
}

function startTag(name: string, attributes: Attributes): string {
  let tag = `<${name}`
  for (const [attribute, value] of Object.entries(attributes)) tag += ` ${attribute}="${escapeText(value)}"`
  return `${tag}>`
}
