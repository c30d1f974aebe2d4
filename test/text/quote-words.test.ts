import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createQuoteFinder } from '../../src/text/quote/find-quote.ts'

describe('The words of a quote', () => {
  async function find(text: string, exact: string) {
    const match = await createQuoteFinder(text).find({ exact })
    return match.kind === 'found' ? text.slice(match.start, match.end) : match.kind
  }
  /** The passage that is suggested in place of a quote that isn’t in the text. */
  async function findNearest(text: string, exact: string) {
    const match = await createQuoteFinder(text).find({ exact })
    assert.ok(match.kind === 'missing' && match.nearest)
    return text.slice(match.nearest.start, match.nearest.end)
  }

  it('are separated as in the text', async () => {
    assert.equal(await find('It is nowhere to be found.', 'now here'), 'missing')
    assert.equal(await find('Here  it is,\nnow  here.', 'now here'), 'now  here')
  })

  it('are whole words of a short quote, in every language', async () => {
    assert.equal(await find('The CATALOGUE is long.', 'cat'), 'missing')
    assert.equal(await find('The CAT sleeps.', 'cat'), 'CAT')
    assert.equal(await find('これは「API」という言葉の説明です。', 'api」という言葉'), 'API」という言葉')
    assert.equal(await find('我们今天讨论API设计的原则和方法', 'api设计'), 'API设计')
  })

  it('complete a similar passage, but no more than the word at its edge, in every language', async () => {
    const english = 'The quick brown foxes jumped over the extraordinarily lazy dogs.'
    assert.equal(
      await findNearest(english, 'quick brown faxes jumped over the extra'),
      'quick brown foxes jumped over the extraordinarily',
    )
    const chinese = '今天上午我们在会议室里讨论了新系统的设计原则和实施方法以及测试计划的安排'
    const nearest = await findNearest(chinese, '在会议室里讨论了旧系统的设计原则和实施方法')
    assert.equal(nearest, '在会议室里讨论了新系统的设计原则和实施方法')
  })

  it('are not completed beyond 30 characters', async () => {
    const sentence = 'The quick brown fox jumped over the'
    const of = (length: number) =>
      findNearest(`${sentence} ${'w'.repeat(length)}!`, `${sentence.replace('fox', 'fix')} w`)
    assert.equal((await of(31)).length, sentence.length + 1 + 31)
    assert.equal((await of(32)).length, sentence.length + 2)
  })
})
