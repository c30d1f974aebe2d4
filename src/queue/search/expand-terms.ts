import type { Connection } from '../../database/database.ts'
import type { Phrase, Term } from '../../database/sql/full-text.ts'
import { englishForms } from './english-forms.ts'
import type { Filter } from './filter.ts'
import { stemVariants } from './stem-variants.ts'
import { languagesOf } from './languages.ts'
import type { AccountId } from '../../ids.ts'

/** A prefix of more words than this is not expanded. */
const MAX_EXPANSIONS = 40

/** Forms of one word, in all languages of an account together. */
const MAX_FORMS = 60

/**
 * The same filter, with the other grammatical forms of each word as alternatives, and with each prefix expanded to its
 * words if they are few and the engine is faster that way.
 */
export async function expandTerms(db: Connection, accountId: AccountId, filter: Filter): Promise<Filter> {
  if (!filter.query) return filter
  const { fullText } = db.dialect
  const expandPrefix = async (phrase: Phrase): Promise<Phrase> => {
    if (!phrase.isPrefix || !fullText.expansions) return phrase
    const { sql, values } = fullText.expansions(accountId, phrase.words.at(-1)!, MAX_EXPANSIONS + 1)
    const expansions = (await db.slow.rows<{ word: string }>(sql, ...values)).map(({ word }) => word)
    return expansions.length > MAX_EXPANSIONS ? phrase : { ...phrase, expansions }
  }
  const hasForms = filter.query.wanted.flat().some((phrase) => phrase.hasForms)
  const languages = hasForms ? await languagesOf(db, accountId) : []
  const expand = (terms: Term[]) =>
    Promise.all(
      terms.map((term) =>
        Promise.all(term.flatMap((phrase) => withForms(phrase, languages)).map(expandPrefix)),
      ),
    )
  const { wanted, excluded } = filter.query
  const query = { ...filter.query, wanted: await expand(wanted), excluded: await expand(excluded) }
  return { ...filter, query }
}

/** A word and its forms in English and other languages, each without forms of its own. */
function withForms(phrase: Phrase, languages: string[]): Phrase[] {
  const { words, isPrefix, hasForms } = phrase
  if (hasForms !== true) return [phrase]
  const word = words[0]!
  const forms = new Set([...englishForms(word), ...languages.flatMap((code) => stemVariants(word, code))])
  const others = [...forms]
    .filter((form) => !(isPrefix ? form.startsWith(word) : form === word))
    .slice(0, MAX_FORMS)
  return [{ words, isPrefix }, ...others.map((form) => ({ words: [form], isPrefix: false }))]
}
