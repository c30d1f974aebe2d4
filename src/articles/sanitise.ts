import sanitizeHtml from 'sanitize-html'
import * as allowList from './allow-list.ts'
import { arrange, type StandInFor } from './arrange.ts'
import { dropUnseen } from './unseen.ts'

/** What the reader's page knows of the images in an article. */
export type ArticleView = {
  /** Where the image of this source is kept, and its size in pixels; undefined where it is not. */
  imageOf(source: string): { href: string; width: number; height: number } | undefined
  /** Whether every heading gets an id, so that it can be jumped to. */
  hasAnchors?: boolean
}

/**
 * Makes an extracted article safe to show. Nothing may be done to the markup afterwards. Images that are not
 * kept leave their alternative text; a first-level heading becomes one of the second, below the page's own.
 */
export function presentArticle(html: string, view: ArticleView): string {
  const standInFor: StandInFor = ({ src = '', alt = '' }) => {
    const kept = view.imageOf(src)
    if (!kept) return alt.trim() ? { words: alt } : undefined
    const size = { width: String(kept.width), height: String(kept.height) }
    return { image: { src: kept.href, alt: dropUnseen(alt), ...size, loading: 'lazy', decoding: 'async' } }
  }
  return sanitise(html, standInFor, view.hasAnchors)
}

/** Reduces markup to the allow-list, its elements in their places; `standInFor` answers for the images. */
export function sanitise(html: string, standInFor: StandInFor, hasAnchors = false): string {
  return sanitizeHtml(arrange(html, standInFor, hasAnchors), {
    allowedTags: allowList.ALLOWED_ELEMENTS,
    allowedAttributes: allowList.ALLOWED_ATTRIBUTES,
    allowedClasses: allowList.ALLOWED_CLASSES,
    nonTextTags: allowList.DROPPED_ELEMENTS,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    textFilter: dropUnseen,
  })
}
