import { ID_PREFIX } from './safe-attributes.ts'

/**
 * Returns a function that chooses the id of each heading in turn: its own if no earlier heading has it, otherwise a
 * numbered one. A numbered id contains a tilde, which no id of a page can contain.
 */
export function createAnchors(): (own: string | undefined) => string {
  const usedIds = new Set<string>()
  let count = 0
  return (own) => {
    count++
    const id = own === undefined || usedIds.has(own) ? `${ID_PREFIX}~${count}` : own
    usedIds.add(id)
    return id
  }
}
