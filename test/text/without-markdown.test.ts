import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { withoutMarkdown } from '../../src/text/quote/without-markdown.ts'
import { assertTimeRatio } from '../support/time-ratio.ts'

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

  it('take time that grows with the length, whatever the quote holds', async () => {
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
      // With an end that fits no pattern.
      const [short, long] = [20_000, 160_000].map((length) => `${part.repeat(length / part.length)}!`)
      await assertTimeRatio(part, 40, {
        base: () => withoutMarkdown(short!),
        work: () => withoutMarkdown(long!),
        floor: 0.5,
      })
    }
  })
})
