import { assets } from '../assets/assets.ts'
import { PICTURE_SIZE, type PictureName } from '../assets/pictures.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { attributes } from '../parts/attributes.ts'

/** A picture of the app in the visitor's theme; only the first one is loaded at once. */
export function screenshot(name: PictureName, alt: string, { isFirst = false } = {}): Fragment {
  const { light, dark } = assets().pictures[name]
  const loading = isFirst ? undefined : 'lazy'
  return html`<picture class="screenshot">
    <source srcset="${dark.path}" media="(prefers-color-scheme: dark)" />
    <img${attributes({ src: light.path, alt, ...PICTURE_SIZE, loading, decoding: 'async' })} />
  </picture>`
}
