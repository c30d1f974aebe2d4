import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createQuoteFinder } from '../../src/text/quote/find-quote.ts'

const TEXT =
  'She said: “It’s not a problem — and it was never one.”The ﬁrst well\u00adknown heron, 90 cm tall, stood in the Straße at -5 degrees.We were told that we’re late.'

async function passage(exact: string): Promise<string | undefined> {
  const match = await createQuoteFinder(TEXT).find({ exact })
  return match.kind === 'found' ? TEXT.slice(match.start, match.end) : undefined
}

test('a new quote may differ from its passage in markup, white space, quotation marks, dashes, case and ligatures', async () => {
  const all = {
    'IT’S NOT A PROBLEM—AND IT WAS NEVER ONE': 'It’s not a problem — and it was never one',
    '"it\'s *not* a problem, "': undefined,
    "'It's not a [problem](https://example.org) and it was never one'":
      'It’s not a problem — and it was never one',
    'the first well-known HERON,\n90 cm tall': 'The ﬁrst well\u00adknown heron, 90 cm tall',
    First: 'ﬁrst',
    'in the STRASSE at −5 degrees': 'in the Straße at -5 degrees',
    'Heron, 90 cm': 'heron, 90 cm',
    ERE: undefined,
  }
  for (const [quote, exact] of Object.entries(all)) assert.equal(await passage(quote), exact, quote)
})

test('a new quote of other words is refused with the nearest passage', async () => {
  const others = {
    'It’s now a problem — and it was never one': 'It’s not a problem — and it was never one',
    'It’s not a problem — and it was ever one': 'It’s not a problem — and it was never one',
    'stood in the Straße at 5 degrees': 'stood in the Straße at -5 degrees',
    'We were told that we were late': 'We were told that we’re late',
    'heron, 91 cm tall, stood in the Straße': 'heron, 90 cm tall, stood in the Straße',
  }
  for (const [exact, near] of Object.entries(others)) {
    const match = await createQuoteFinder(TEXT).find({ exact })
    assert.equal(match.kind, 'missing', exact)
    assert.ok(match.kind === 'missing' && match.nearest)
    assert.equal(TEXT.slice(match.nearest.start, match.nearest.end), near)
  }
})

test('of several nearest passages, the one with the given surroundings is named', async () => {
  const text = 'One: the reader never follows the links. Two: the reader never follows the links. Three.'
  const match = await createQuoteFinder(text).find({
    exact: 'the reader always follows the links',
    prefix: 'Two: ',
  })
  assert.ok(match.kind === 'missing' && match.nearest)
  assert.equal(match.nearest.start, text.lastIndexOf('the reader'))
})
