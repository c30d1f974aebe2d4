import { hidingProperty, opacityOf } from './box.ts'
import type { Style } from './cascade.ts'
import { readStyleAttribute } from './declarations.ts'
import { MIN_OPACITY } from './reveal.ts'
import { expand } from './shorthand.ts'
import { firstState, hidingTextProperty, nextState } from './text-state.ts'

/** Whether a `style` attribute by itself hides an element, on a page of unknown colours. */
export function isHiddenByStyle(text: string): boolean {
  const { normal, important } = readStyleAttribute(text)
  const style: Style = new Map()
  for (const { name, value } of [...normal, ...important])
    for (const [longhand, part] of expand(name, value))
      style.set(longhand, { value: part, origin: 'element' })
  const state = nextState(firstState(false, false), style, new Map())
  return (
    hidingProperty(style, state.em, false) !== undefined ||
    opacityOf(style) < MIN_OPACITY ||
    hidingTextProperty(state) !== undefined
  )
}
