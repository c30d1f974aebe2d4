import { ALLOWED_ELEMENTS, DROPPED_ELEMENTS } from './allow-list.ts'
import { createAnchors } from './anchors.ts'
import { embedAddress, isEmbed } from './embed.ts'
import { isUnseen } from './hidden.ts'
import { createNesting, isHeading, MAX_OPEN_ELEMENTS } from './nesting.ts'
import { END, type Markup, readMarkup } from './read-markup.ts'
import { safeAttributes } from './safe-attributes.ts'

type Attributes = Record<string, string>

/** What is put in the place of an image: an image of ours, words, or nothing. */
type ImageStandIn = { image: Attributes } | { words: string } | undefined
export type StandInFor = (image: Attributes) => ImageStandIn

const ALLOWED = new Set(ALLOWED_ELEMENTS)
const DROPPED = new Set(DROPPED_ELEMENTS)
const VOID = new Set(['br', 'hr', 'img', 'wbr'])

/**
 * Writes markup anew: what is hidden or no text goes, an embedded player becomes a link, and an element stays
 * only where a browser leaves it. What is nested deeper than any real page is cut. Every heading has an id of its own.
 */
export function normaliseMarkup(markup: Markup, standInFor: StandInFor): string {
  const nesting = createNesting()
  const anchorOf = createAnchors()
  const pieces: string[] = []
  /** The end tag of each open element; empty for one that is not kept. */
  const ends: string[] = []
  let droppedFrom = 0
  let embed: { address: string | undefined; title: string } | undefined

  function keep(name: string, attributes: Attributes): void {
    nesting.keep(name)
    pieces.push(startTag(name, attributes))
    if (!VOID.has(name)) ends[ends.length - 1] = `</${name}>`
  }

  function standIn(attributes: Attributes): void {
    if (!nesting.admits('img')) return
    const found = standInFor(attributes)
    if (found && 'image' in found) keep('img', found.image)
    else if (found) pieces.push(escapeMarkup(found.words))
  }

  function link(): void {
    const attributes = safeAttributes('a', { href: embed?.address ?? '' })
    const url = URL.parse(attributes['href'] ?? '')
    if (!url || !nesting.admits('p')) return
    const words = escapeMarkup(embed?.title.trim() || url.host + url.pathname)
    pieces.push(nesting.admits('a') ? `${startTag('a', attributes)}${words}</a>` : words)
  }

  readMarkup(markup, {
    open(tag, attributes) {
      if (ends.length === MAX_OPEN_ELEMENTS) return END
      nesting.open()
      ends.push('')
      if (droppedFrom > 0) {
        if (embed && (tag === 'source' || isEmbed(tag))) embed.address ??= embedAddress(tag, attributes)
        return
      }
      const name = tag === 'h1' ? 'h2' : tag
      const isHidden = isUnseen(name, attributes)
      if (isHidden || DROPPED.has(name)) {
        droppedFrom = ends.length
        if (!isHidden && isEmbed(name)) {
          embed = { address: embedAddress(name, attributes), title: attributes['title'] ?? '' }
        }
      } else if (name === 'img') standIn(attributes)
      else if (ALLOWED.has(name) && nesting.admits(name)) {
        const safe = safeAttributes(name, attributes)
        if (isHeading(name)) safe['id'] = anchorOf(safe['id'])
        if (name !== 'a' || safe['href'] || safe['id']) keep(name, safe)
      }
    },
    text(text) {
      if (droppedFrom === 0) pieces.push(escapeMarkup(text))
    },
    close() {
      const isDropped = droppedFrom === ends.length
      pieces.push(ends.pop() ?? '')
      nesting.close()
      if (!isDropped) return
      droppedFrom = 0
      if (embed) link()
      embed = undefined
    },
  })
  return pieces.concat(ends.reverse()).join('')
}

function startTag(name: string, attributes: Attributes): string {
  let tag = `<${name}`
  for (const [attribute, value] of Object.entries(attributes)) tag += ` ${attribute}="${escapeMarkup(value)}"`
  return `${tag}>`
}

function escapeMarkup(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
