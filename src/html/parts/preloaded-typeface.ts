import { html } from '../html.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'

/** Loads the typeface for reading at once, so that no other shows before it. */
export function preloadedTypeface(): Fragment {
  return html`<link
    rel="preload"
    as="font"
    type="font/woff2"
    crossorigin
    href="${assets().readingFont.path}"
  />`
}
