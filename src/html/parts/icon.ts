import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { attributes } from './attributes.ts'

/** SVG paths in a view box of 24 × 24. */
const STROKES = {
  back: 'M14.5 5.5 8 12l6.5 6.5',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  circle: 'M12 4.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15',
  star: 'm12 4.2 2.4 4.9 5.4.8-3.9 3.8.9 5.4-4.8-2.6-4.8 2.6.9-5.4-3.9-3.8 5.4-.8z',
  clock: 'M12 4.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15M12 8v4.3l2.8 1.7',
  tag: 'M4.5 4.5h7.2l7.8 7.8-7.2 7.2-7.8-7.8zM8.6 8.6h.01',
  leave:
    'M13.5 5H19v5.5M19 5l-8.5 8.5M17.5 14v3.5a1.5 1.5 0 0 1-1.5 1.5H6.5A1.5 1.5 0 0 1 5 17.5V8a1.5 1.5 0 0 1 1.5-1.5H10',
  text: 'm3 18 4.5-12L12 18M4.5 14h6M20.5 10.5V18M20.5 14.3a3.3 3.3 0 1 1-6.6 0 3.3 3.3 0 0 1 6.6 0',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
} as const

export type IconName = keyof typeof STROKES

/** A decorative icon beside its label. */
export function icon(name: IconName, isFilled = false): Fragment {
  return html`<svg
    class="icon"
    viewBox="0 0 24 24"
    width="22"
    height="22"
    aria-hidden="true"
    ${attributes({ 'data-filled': isFilled || undefined })}
  >
    <path d="${STROKES[name]}" />
  </svg>`
}
