// What a search may go on with.
const CONDITION = /(?<=^|\s)(-?)(is:|has:|tag:|#)"?([^"\s]*)$/i

const MAX_SHOWN = 12

/**
 * Each value that the condition at the end of a search may have: how it is written, what it means, and the search with it;
 * and whether it has one of them already. The values are by the name of their condition, each with its meaning, if it
 * needs one.
 */
export const completionsOf = (search, values) => {
  const [typed, sign, name, start] = CONDITION.exec(search.toLowerCase()) ?? []
  if (typed === undefined) return { entries: [], isComplete: false }
  const known = values[name === '#' ? 'tag:' : name]
  const entries = [...known]
    .filter(([value]) => value !== start && value.startsWith(start))
    .slice(0, MAX_SHOWN)
    .map(([value, gloss]) => {
      const label = `${sign}${name}${/\s/.test(value) ? `"${value}"` : value}`
      return { label, gloss, text: `${search.slice(0, -typed.length)}${label} ` }
    })
  return { entries, isComplete: known.has(start) }
}
