import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutMarkdown } from '../../src/text/quote/without-markdown.ts'

describe('The words of a quote copied from Markdown', () => {
  const quotes: [quote: string, words: string][] = [
    ['See [the guide](https://example.org/a_(b) "Guide") now.', 'See the guide now.'],
    ['See [the guide [1]](https://example.org) now.', 'See the guide [1] now.'],
    ['A picture ![of a cat](cat.png "Cat") here.', 'A picture  here.'],
    ['| Name | Age |\n| :--- | ---: |\n| Ada | 36 |', '| Name | Age |\n\n| Ada | 36 |'],
    ['One\n---\nTwo', 'One\n\nTwo'],
    ['- [x] Done\n2. Two', 'Done\nTwo'],
    ['```js\ncode\n```', '\ncode\n'],
    ['<https://example.org/> &amp; more', 'https://example.org/ & more'],
  ]
  for (const [quote, words] of quotes)
    it(`are ${JSON.stringify(words)} of ${JSON.stringify(quote)}`, () =>
      assert.equal(withoutMarkdown(quote), words))

  it('take time that grows with the length, whatever the quote holds', () => {
    for (const part of [
      '-',
      '- ',
      '---',
      '--- x',
      '|',
      ' ',
      '| ',
      ':-',
      '[',
      ']',
      '![',
      '[a]',
      '[](',
      '[a](x',
      '![](',
      '<http://',
      '`',
      '&',
      '[[a]',
    ]) {
      const [short, long] = [timeOf(part, 20_000), timeOf(part, 160_000)]
      assert.ok(long < 40 * Math.max(short, 0.5), `${part}: ${short} ms, eight times as long ${long} ms`)
    }
  })
})

/** Milliseconds that a quote of this part again and again takes, with an end that fits no pattern. */
function timeOf(part: string, length: number): number {
  const quote = `${part.repeat(length / part.length)}!`
  const times = [1, 2, 3].map(() => {
    const from = performance.now()
    withoutMarkdown(quote)
    return performance.now() - from
  })
  return Math.min(...times)
}
