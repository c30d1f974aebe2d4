import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { readWords, wordsOf } from '../../src/queue/search/words.ts'

describe('The words of a text', () => {
  const cases: [name: string, text: string, words: string[]][] = [
    [
      'letters and digits, whatever else stands between',
      'C++ & node.js: 10:30, snake_case!',
      ['c', 'node', 'js', '10', '30', 'snake', 'case'],
    ],
    ['without case', 'HTTP Http ΟΔΟΣ İstanbul', ['http', 'http', 'οδοσ', 'istanbul']],
    ['without accents', 'Ångström café café naïve Łódź', ['angstrom', 'cafe', 'cafe', 'naive', 'lodz']],
    [
      'with letters that have a plain spelling',
      'Straße ÆON œuvre þing ıx',
      ['strasse', 'aeon', 'oeuvre', 'thing', 'ix'],
    ],
    ['apart at an apostrophe', 'l’amour don’t', ['l', 'amour', 'don', 't']],
    ['Russian', 'Ёлка и Йод', ['елка', 'и', 'иод']],
    ['Greek', 'Ἀθῆναι', ['αθηναι']],
    ['Arabic without its vowels', 'شُكْرًا أحمد عـــربي', ['شكرا', 'احمد', 'عربي']],
    ['Hebrew without its points', 'שָׁלוֹם', ['שלום']],
    ['Hindi with its vowels', 'हिन्दी में', ['हिन्दी', 'में']],
    ['Korean by its spaces', '한국어 책', ['한국어', '책']],
    ['Chinese and Japanese, each character', '世界の本', ['世', '界', 'の', '本']],
    ['kana with their voicing, in each width', 'ガ ｶﾞ カ', ['ガ', 'ガ', 'カ']],
    ['Thai, each character with its marks', 'กินข้าว', ['กิ', 'น', 'ข้', 'า', 'ว']],
    ['wide and raised characters', 'Ｗｉｄｅ x²', ['wide', 'x2']],
    ['whole over soft hyphens and joiners', 'Wort\u00adteil می\u200cخواهم', ['wortteil', 'میخواهم']],
    ['what one character stands for', 'ﷺ ½', ['صلى', 'الله', 'عليه', 'وسلم', '1', '2']],
    ['each of two kana that one character stands for', 'ゟ ヿ', ['よ', 'り', 'コ', 'ト']],
    ['nothing where there is none', ' … -- ™ 🎉 \u0301', []],
  ]
  for (const [name, text, words] of cases) {
    it(`are ${name}`, () => assert.deepEqual(wordsOf(text), words))
  }

  it('have positions', () => {
    const text = 'Das Große Öl, 世界'
    assert.deepEqual(
      [...readWords(text)].map(({ word, start, end }) => [word, text.slice(start, end)]),
      [
        ['das', 'Das'],
        ['grosse', 'Große'],
        ['ol', 'Öl'],
        ['世', '世'],
        ['界', '界'],
      ],
    )
  })

  it('are cut if they are too long, but not within a character', () => {
    assert.deepEqual(wordsOf('x'.repeat(1000)), ['x'.repeat(64)])
    assert.deepEqual(wordsOf(`a${'𐐀'.repeat(100)}`), [`a${'𐐨'.repeat(31)}`])
  })

  it('are limited in number', () => {
    assert.equal(wordsOf('a '.repeat(60_000)).length, 50_000)
    const long = wordsOf('𐐀'.repeat(32).concat(' ').repeat(20_000))
    assert.ok(Buffer.byteLength(long.join(' ')) + 5 * long.length <= 850_000)
  })

  it('are the same when split again, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const words = wordsOf(text)
        assert.deepEqual(wordsOf(words.join(' ')), words)
        for (const word of words) assert.match(word, /^[\p{L}\p{N}\p{M}]+$/u)
      }),
      { numRuns: 3000 },
    )
  })
})
