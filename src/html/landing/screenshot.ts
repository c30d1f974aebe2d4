import { currentLanguage } from '../../text/language.ts'
import { assets } from '../assets/assets.ts'
import { type Screenshot, screenshotKey, type ScreenshotName } from '../assets/screenshots.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { attributes } from '../parts/attributes.ts'

const PHONE = '(width < 40rem)'
const DARK = '(prefers-color-scheme: dark)'

/**
 * A screenshot of the app in the visitor's language and theme, for their window: on phones as the app looks there. Only
 * the first one is loaded at once; each has the room that it needs.
 */
export function screenshot(name: ScreenshotName, alt: string, { isFirst = false } = {}): Fragment {
  const screenshotOf = (viewport: 'wide' | 'phone', theme: 'light' | 'dark') =>
    assets().screenshots.get(screenshotKey({ name, viewport, theme, language: currentLanguage() }))!
  const source = ({ path, width, height }: Screenshot, media: string) =>
    html`<source${attributes({ srcset: path, media, width, height })} />`
  const { path, width, height } = screenshotOf('wide', 'light')
  const loading = isFirst ? undefined : 'lazy'
  const fetchpriority = isFirst ? 'high' : undefined
  return html`<picture class="screenshot">
    ${source(screenshotOf('phone', 'dark'), `${PHONE} and ${DARK}`)}
    ${source(screenshotOf('phone', 'light'), PHONE)} ${source(screenshotOf('wide', 'dark'), DARK)}
    <img${attributes({ src: path, alt, width, height, loading, fetchpriority, decoding: 'async' })} />
  </picture>`
}
