import { html } from '../html.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'

const ITALIC = /<(?:em|i|cite|dfn|var)\b/

/** Loads the typeface for reading at once, so that no other shows before it; its italics where the HTML of an article has any. */
export function fontPreloadLinks(article = ''): Fragment {
  const { readingFont, readingItalics } = assets()
  const files = ITALIC.test(article) ? [readingFont, readingItalics] : [readingFont]
  return html`${files.map(
    ({ path }) => html`<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}" />`,
  )}`
}
