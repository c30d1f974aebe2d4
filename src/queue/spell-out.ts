import type { Connection } from '../database/database.ts'
import type { Wording } from '../database/full-text.ts'
import type { Filter } from './filter.ts'

/** Where more words than these begin so, they are not looked for one by one. */
const MAX_FORMS = 40

/** The same list, with all words that are meant by a beginning where the engine is quicker with them and they are few. */
export async function spellOut(db: Connection, accountId: string, filter: Filter): Promise<Filter> {
  const { fullText } = db.dialect
  if (!fullText.forms || !filter.query) return filter
  const spell = async (wording: Wording): Promise<Wording> => {
    if (!wording.isPrefix) return wording
    const { sql, values } = fullText.forms!(accountId, wording.words.at(-1)!, MAX_FORMS + 1)
    const forms = (await db.rows<{ form: string }>(sql, ...values)).map(({ form }) => form)
    return forms.length > MAX_FORMS ? wording : { ...wording, forms }
  }
  const { wanted, excluded } = filter.query
  const spellAll = (wordings: Wording[]) => Promise.all(wordings.map(spell))
  const query = { ...filter.query, wanted: await spellAll(wanted), excluded: await spellAll(excluded) }
  return { ...filter, query }
}
