import { ID_PREFIX } from './safe-attributes.ts'

/**
 * Gives each heading an id: its own, or where it has none, or that of one before, a counted one. No id of a
 * page can hold the tilde.
 */
export function createAnchors(): (own: string | undefined) => string {
  const taken = new Set<string>()
  let count = 0
  return (own) => {
    count++
    const id = own === undefined || taken.has(own) ? `${ID_PREFIX}~${count}` : own
    taken.add(id)
    return id
  }
}
