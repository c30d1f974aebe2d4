import { setImmediate } from 'node:timers/promises'
import { Failure } from '../../failure.ts'
import { createQuoteFinder } from '../../text/quote/find-quote.ts'
import type { Quote, Range } from '../../text/quote/quote.ts'
import { readablePiece, type ShownText } from '../../text/shown-text.ts'
import { loadShownText, type TextServices } from '../content/load-shown-text.ts'
import type { Item } from '../model/item.ts'
import { CONTEXT_LENGTH, type Passage, passageAt } from './highlight.ts'
import type { QuotedPassage } from '../../text/notice.ts'
import type { AccountId } from '../../ids.ts'

const MAX_CANDIDATES = 5
/** The most UTF-16 units of a candidate's quote; nobody compares longer ones. */
const MAX_SHOWN = 2000
/** UTF-16 units shown around a candidate, and the most if fewer don't tell it from the others. */
const SHOWN_CONTEXT = 40
const MAX_CONTEXT = 10 * CONTEXT_LENGTH

/**
 * The passage of an item's article that a quote means; null while there is no article. Throws `invalid_input` with
 * candidates if the quote is in the article several times, or not at all, and `busy` if too many quotes of the account are
 * looked for that are not in their articles word for word.
 */
export async function findPassage(
  services: TextServices,
  accountId: AccountId,
  { item, quote }: { item: Pick<Item, 'id' | 'wordCount'>; quote: Quote },
): Promise<Passage | null> {
  const shown = await services.permits.withArticleText(accountId, async () => {
    // Yields to other requests between the articles of one account.
    await setImmediate()
    return loadShownText(services, accountId, item)
  })
  if (shown === undefined) return null
  const finder = createQuoteFinder(shown.text, (work) => services.permits.withQuoteSearch(accountId, work))
  const match = await finder.find(quote)
  switch (match.kind) {
    case 'found':
      return passageAt(shown, match)
    case 'ambiguous':
      throw refusedQuote(shown, match.passages, ambiguousWords(match.passages.length, quote))
    case 'missing':
      throw refusedQuote(shown, match.nearest ? [match.nearest] : [], missingWords(match.nearest))
  }
}

type Refusal = { words: string; advice: string }

function ambiguousWords(count: number, { prefix = '', suffix = '' }: Quote): Refusal {
  const words = `The article has this quote ${count} times.`
  if (prefix + suffix === '') {
    return {
      words,
      advice: 'Send it again with the "prefix" and "suffix" of the one you mean, or quote more.',
    }
  }
  const contextNames = [prefix && '"prefix"', suffix && '"suffix"'].filter(Boolean).join(' and ')
  return {
    words: `${words} None of them fits the ${contextNames} you sent better than the others.`,
    advice: 'Copy "prefix" and "suffix" from the candidate you mean.',
  }
}

function missingWords(nearest: { errors: number } | null): Refusal {
  const words = 'The article does not have this quote.'
  if (nearest === null) return { words, advice: 'Quote a passage of it word for word.' }
  const { errors } = nearest
  const difference =
    errors === 1
      ? 'The nearest passage differs by 1 character.'
      : `The nearest passage differs by ${errors} characters.`
  return { words, advice: `${difference} Quote the article word for word.` }
}

function refusedQuote(shown: ShownText, passages: Range[], { words, advice }: Refusal): Failure {
  const candidates = passages.slice(0, MAX_CANDIDATES).map((passage) => candidateAt(shown, passage, passages))
  const detail = `${words} ${advice}`
  return new Failure('invalid_input', detail, {
    errors: [{ pointer: '#/quote', detail }],
    members: { candidates },
  })
}

/** A passage with enough text around it to tell it from the others, up to a limit. */
function candidateAt(shown: ShownText, passage: Range, passages: Range[]): QuotedPassage {
  const { text } = shown
  for (let length = SHOWN_CONTEXT; ; length *= 2) {
    const prefix = text.slice(Math.max(0, passage.start - length), passage.start)
    const suffix = text.slice(passage.end, passage.end + length)
    const isOnly = passages.every(
      (other) =>
        other === passage || !text.endsWith(prefix, other.start) || !text.startsWith(suffix, other.end),
    )
    if (!isOnly && length < MAX_CONTEXT) continue
    const { exact, start, end } = passageAt(shown, passage)
    return {
      quote: exact.slice(0, MAX_SHOWN).toWellFormed(),
      prefix: readablePiece(shown, Math.max(0, start - length), start).toWellFormed(),
      suffix: readablePiece(shown, end, end + length).toWellFormed(),
    }
  }
}
