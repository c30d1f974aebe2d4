import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { parseQuery } from '../../src/queue/search/query.ts'
import { snippetBudget, snippetOf, snippetText } from '../../src/queue/search/snippet.ts'

/** The snippet as one text with what was found in brackets; null where there is none. */
function makeSnippet(text: string, q: string): string | null {
  const snippet = snippetOf(text, parseQuery(q).wanted)
  return snippet && snippet.map((piece) => (piece.isFound ? `[${piece.text}]` : piece.text)).join('')
}

const FILLER = 'Much is said of other things in these lines. '.repeat(40)

describe('A snippet', () => {
  it('of many texts with phrases that are nearly everywhere ends with the budget of all', () => {
    const phrases = Array.from({ length: 14 }, (_, index) => `"${'a '.repeat(index + 2).trim()}"`)
    const { wanted } = parseQuery(`${phrases.join(' ')} zzz`)
    const text = 'a '.repeat(40_000)
    const budget = snippetBudget()
    assert.notEqual(snippetOf(text, wanted, budget), null)
    for (let texts = 1; texts < 100; texts++) snippetOf(text, wanted, budget)
    assert.ok(budget.comparisons <= 0)
    assert.equal(snippetOf(text, wanted, budget), null)
  })

  const short: [name: string, text: string, q: string, expected: string | null][] = [
    ['is the whole of a short text', 'An owl calls.', 'owl', 'An [owl] calls.'],
    ['marks what begins with a word', 'Owlets and owls.', 'owl', '[Owlets] and [owls].'],
    ['marks a phrase as one', 'A barn owl, a barn.', '"barn owl"', 'A [barn owl], a barn.'],
    ['compares as the search does', 'Die große Straße', 'GROSSE strasse', 'Die [große] [Straße]'],
    ['marks a run of characters', '世界の本を読む', '"本を"', '世界の[本を]読む'],
    ['has its lines in one', 'An\n\n  owl\tcalls', 'owl', 'An [owl] calls'],
    ['marks what overlaps once', 'barn owl', '"barn owl" owl', '[barn owl]'],
    ['is none where nothing stands in the text', 'An owl calls.', 'eagle', null],
    ['is none without words', 'An owl calls.', '-eagle tag:x', null],
  ]
  for (const [name, text, q, expected] of short) it(name, () => assert.equal(makeSnippet(text, q), expected))

  it('is cut between words, and contains the match', () => {
    const snippet = makeSnippet(`${FILLER}At night the owl calls. ${FILLER}`, 'owl')!
    assert.equal(
      snippet,
      '…Much is said of other things in these lines. At night the [owl] calls. Much is said of other things in these lines. Much is said of other things in these lines. Much is said of other things in these…',
    )
  })

  it('is where most of the words occur together', () => {
    const text = `An owl. ${FILLER}A barn. ${FILLER}The owl left the barn. ${FILLER}`
    assert.match(makeSnippet(text, 'barn owl')!, /The \[owl\] left the \[barn\]\./)
    assert.match(makeSnippet(text, 'owl nothing')!, /^An \[owl\]\. Much/)
  })

  it('searches only the beginning of a long text', () => {
    assert.equal(makeSnippet(`${'x '.repeat(40_000)} owl`, 'owl'), null)
  })

  it('is part of the text, whatever that contains', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('owl ', 'barn owl', ' ', '世界', '\n', 'é'),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('')
        const snippet = snippetOf(text, parseQuery('owl "barn owl" 世界').wanted)
        if (!snippet) return
        const shown = snippetText(snippet)
        assert.ok(shown.length <= 202, shown)
        const plain = (value: string) => value.replace(/\s+/g, '').replace(/^…|…$/g, '')
        assert.ok(plain(text).includes(plain(shown)), shown)
        assert.ok(snippet.some(({ isFound }) => isFound))
      }),
      { numRuns: 2000 },
    )
  })
})
