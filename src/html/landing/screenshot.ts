import { currentLanguage } from '../../text/language.ts'
import { assets } from '../assets/assets.ts'
import { type Picture, pictureKey, type PictureName } from '../assets/pictures.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { attributes } from '../parts/attributes.ts'

const PHONE = '(width < 40rem)'
const DARK = '(prefers-color-scheme: dark)'

/**
 * A picture of the app in the visitor's language and theme, for their window: on phones as the app looks there. Only the
 * first one is loaded at once; each has the room that it needs.
 */
export function screenshot(name: PictureName, alt: string, { isFirst = false } = {}): Fragment {
  const picture = (format: 'wide' | 'phone', theme: 'light' | 'dark') =>
    assets().pictures.get(pictureKey({ name, format, theme, language: currentLanguage() }))!
  const source = ({ path, width, height }: Picture, media: string) =>
    html`<source${attributes({ srcset: path, media, width, height })} />`
  const { path, width, height } = picture('wide', 'light')
  const loading = isFirst ? undefined : 'lazy'
  const fetchpriority = isFirst ? 'high' : undefined
  return html`<picture class="screenshot">
    ${source(picture('phone', 'dark'), `${PHONE} and ${DARK}`)} ${source(picture('phone', 'light'), PHONE)}
    ${source(picture('wide', 'dark'), DARK)}
    <img${attributes({ src: path, alt, width, height, loading, fetchpriority, decoding: 'async' })} />
  </picture>`
}
