import type { Connection } from '../../database/database.ts'
import type { Term } from '../../database/sql/full-text.ts'
import type { Filter } from './filter.ts'

/** A prefix of more words than this is not expanded. */
const MAX_EXPANSIONS = 40

/** The same filter, with each prefix expanded to its words if they are few and the engine is faster that way. */
export async function expandPrefixes(db: Connection, accountId: string, filter: Filter): Promise<Filter> {
  const { fullText } = db.dialect
  if (!fullText.expansions || !filter.query) return filter
  const spell = async (term: Term): Promise<Term> => {
    if (!term.isPrefix) return term
    const { sql, values } = fullText.expansions!(accountId, term.words.at(-1)!, MAX_EXPANSIONS + 1)
    const expansions = (await db.slow.rows<{ form: string }>(sql, ...values)).map(({ form }) => form)
    return expansions.length > MAX_EXPANSIONS ? term : { ...term, expansions }
  }
  const { wanted, excluded } = filter.query
  const spellAll = (terms: Term[]) => Promise.all(terms.map(spell))
  const query = { ...filter.query, wanted: await spellAll(wanted), excluded: await spellAll(excluded) }
  return { ...filter, query }
}
