import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findPassages, passageLink } from '../../src/mcp/find.ts'

const FILLER = 'Reeds stand in the water, and the water stands in the reeds. '.repeat(20)

describe('The passages found in a text', () => {
  it('match regardless of case and across lines', async () => {
    const text = `${FILLER}\n\nThe heron waits longer\nthan its prey can bear.\n\n${FILLER}`
    const { matches, passages, isExact } = await findPassages(text, 'LONGER than its')
    assert.deepEqual([matches, isExact, passages.length], [1, true, 1])
    assert.match(passages[0]!.text, /^….*waits longer\nthan its prey.*…$/s)
    assert.equal(passages[0]!.quote, 'heron waits longer')
  })

  it('have the right positions, whatever letters and white space come before', async () => {
    const text = `İstanbul  und\u00A0\n\n Ärger — 𝐒𝐨 \t\nÄRGER\r\nim\u2003Hafen.`
    const { matches, passages } = await findPassages(text, 'ärger im  hafen')
    assert.equal(matches, 1)
    assert.match(passages[0]!.text, /𝐒𝐨 \t\nÄRGER\r\nim\u2003Hafen\.$/)
    assert.equal((await findPassages(text, 'ärger')).matches, 2)
  })

  it('otherwise contain most of the words in any form, close together', async () => {
    const text = `A heron.\n\n${FILLER}\n\nHerons were studied for their patience while waiting.\n\n${FILLER}Patience.`
    const { matches, passages, isExact } = await findPassages(
      text,
      'what do studies of the patient heron say about patience',
    )
    assert.deepEqual([matches, isExact], [1, false])
    assert.equal(passages[0]!.quote, 'Herons were studied for their patience')
    assert.equal((await findPassages(text, 'kingfisher')).matches, 0)
    assert.equal((await findPassages(text, '!?')).matches, 0)
  })

  it('are few and don’t overlap, however often the words occur', async () => {
    const { matches, passages } = await findPassages('owl '.repeat(20_000), 'owl')
    assert.equal(passages.length, 5)
    assert.equal(matches, 20_000)
    const shown = passages.reduce((length, { text }) => length + text.length, 0)
    assert.ok(shown < 6000, String(shown))
    assert.equal((await findPassages('owl bat '.repeat(20_000), 'owls and bats')).passages.length, 3)
  })

  it('are turned over like pages', async () => {
    const chapters = Array.from({ length: 12 }, (_, number) => `Chapter ${number}: an owl.\n\n${FILLER}`)
    const page = async (number: number) => findPassages(chapters.join('\n\n'), 'an owl', number)
    const [first, second, third, none] = await Promise.all([1, 2, 3, 4].map(page))
    const numbers = [first, second, third].flatMap((found) =>
      found!.passages.map(({ text }) => Number(/Chapter (\d+)/.exec(text)![1])),
    )
    assert.deepEqual(
      numbers,
      chapters.map((_, number) => number),
    )
    assert.deepEqual([first!.matches, first!.pages, none!.passages], [12, 3, []])
  })

  it('have the page of a PDF', async () => {
    const text = `One.\n\nPage 2\n\nTwo, as on Page 9 of another book.\n\nPage 3\n\nThree.\n\nPage 2\n\nFour.`
    const pageOf = async (words: string) => (await findPassages(text, words)).passages[0]!.page
    const pages = await Promise.all(['one', 'two', 'another', 'three', 'four'].map(pageOf))
    assert.deepEqual(pages, [1, 2, 2, 3, 3])
  })

  it('have a link with a text fragment, whatever they contain', async () => {
    const passage = { text: '', quote: 'well-known, “so called” & more', page: 3 }
    assert.equal(
      passageLink('https://example.org/a?b=c', passage, false),
      'https://example.org/a?b=c#:~:text=well%2Dknown%2C%20%E2%80%9Cso%20called%E2%80%9D%20%26%20more',
    )
    assert.match(
      passageLink('https://example.org/a#part', passage, false),
      /^https:\/\/example\.org\/a#part:~:text=well/,
    )
    assert.match(
      passageLink('https://example.org/a#:~:text=x', passage, false),
      /^https:\/\/example\.org\/a#:~:text=well/,
    )
    assert.equal(
      passageLink('https://example.org/a.pdf#page=9', passage, true),
      'https://example.org/a.pdf#page=3',
    )
  })
})
