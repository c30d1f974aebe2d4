import sanitizeHtml from 'sanitize-html'
import * as allowList from './allow-list.ts'
import { normaliseMarkup, type StandInFor } from './normalise-markup.ts'
import { removeInvisible } from '../text/invisible-characters.ts'

import type { Markup } from './read-markup.ts'

/**
 * Reduces markup to the allow-list and valid nesting. `standInFor` replaces the images. A first-level heading becomes
 * a second-level one, since the page has its own, and every heading gets an id, so that it can be linked to.
 */
export function sanitise(markup: Markup, standInFor: StandInFor): string {
  return sanitizeHtml(normaliseMarkup(markup, standInFor), {
    allowedTags: allowList.ALLOWED_ELEMENTS,
    allowedAttributes: allowList.ALLOWED_ATTRIBUTES,
    allowedClasses: allowList.ALLOWED_CLASSES,
    nonTextTags: allowList.DROPPED_ELEMENTS,
    allowedSchemes: ['http', 'https', 'mailto'],
    allowProtocolRelative: false,
    textFilter: removeInvisible,
  })
}
