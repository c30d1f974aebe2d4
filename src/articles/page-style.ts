import { hidingByName, type Hiding } from './hidden.ts'
import type { Outline } from './style/outline.ts'
import { readVisibility } from './style/visibility.ts'

type Attributes = Record<string, string>

/** Says which elements of a page are hidden. The reader reports each element, in document order. */
export type PageStyle = { open(attributes: Attributes): Hiding | undefined }

export function createPageStyle(outline: Outline): PageStyle {
  const visibilities = readVisibility(outline)
  let count = 0
  return {
    open(attributes) {
      const index = count++
      const visibility = index < visibilities.length ? visibilities[index] : 'hidden'
      const byName = hidingByName(attributes)
      if (visibility === 'hidden') return visibility
      return byName ?? visibility
    },
  }
}
