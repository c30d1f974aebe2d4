import type { AppearanceSettings } from '../../accounts/appearance-settings.ts'
import type { Fragment } from '../fragment.ts'
import { attributes } from '../parts/attributes.ts'

/** The attributes of a `.reader` that its styles read: how its text looks. */
export function readerSettings({ size, font, lines, measure, justify }: AppearanceSettings): Fragment {
  return attributes({
    'data-size': size,
    'data-font': font,
    'data-lines': lines,
    'data-measure': measure,
    'data-justify': justify,
  })
}
