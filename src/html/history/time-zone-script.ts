import { html } from '../html.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'

/** For the head of a page with times of day: tells the service the browser's time zone, once. */
export function timeZoneScript(): Fragment {
  return html`<script type="module" src="${assets().timeZone.path}"></script>`
}
