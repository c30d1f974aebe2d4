import { hidingByName, type Hiding } from './hidden.ts'
import type { Outline } from './style/outline.ts'
import { readVisibility, type Visibility } from './style/visibility.ts'

type Attributes = Record<string, string>

/** Says what of a page is seen; each of its elements is told to it, in their order. */
export type PageStyle = { open(attributes: Attributes): Hiding | undefined }

const HIDING: Record<Visibility, Hiding> = { box: 'unseen', faint: 'faint', text: 'blank', shown: 'shown' }

export function createPageStyle(outline: Outline): PageStyle {
  const visibilities = readVisibility(outline)
  let count = 0
  return {
    open(attributes) {
      const index = count++
      const visibility = index < visibilities.length ? visibilities[index] : 'box'
      const byName = hidingByName(attributes)
      if (visibility === 'box' || byName === 'unseen') return 'unseen'
      return byName ?? (visibility && HIDING[visibility])
    },
  }
}
