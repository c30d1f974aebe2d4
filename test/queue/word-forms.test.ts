import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import * as fc from 'fast-check'
import { englishForms } from '../../src/queue/search/english-forms.ts'
import { stemVariants } from '../../src/queue/search/stem-variants.ts'
import { spellingsNear } from '../../src/queue/search/typos.ts'

describe('The forms of a word', () => {
  const families = [
    'study studies studied studying',
    'run runs running ran',
    'stop stopped stopping',
    'make makes making made',
    'write writes writing wrote written',
    'connect connects connected connecting connection connections',
    'create created creating creation',
    'happy happily happiness',
    'city cities',
    'box boxes',
    'die dies died dying',
    'child children',
    'wolf wolves',
  ]
  for (const family of families) {
    it(`are found from each other: ${family}`, () => {
      const words = family.split(' ')
      for (const word of words) {
        const forms = englishForms(word)
        for (const other of words) {
          // What begins with a word is found by it anyhow.
          assert.ok(other.startsWith(word) || forms.includes(other), `${other} by ${word}`)
        }
      }
    })
  }

  it('do not include other words', () => {
    for (const [word, other] of [
      ['string', 'str'],
      ['king', 'k'],
      ['news', 'new'],
      ['during', 'dur'],
      ['this', 'thi'],
      ['bus', 'bu'],
      ['notes', 'notion'],
    ] as const)
      assert.ok(!englishForms(word).includes(other), `${other} by ${word}`)
  })

  it('are few and consist of letters, whatever the word', () => {
    const words = fc.oneof(fc.stringMatching(/^[a-z]{1,30}$/), fc.string({ unit: 'binary', maxLength: 20 }))
    fc.assert(
      fc.property(
        words,
        fc.constantFrom('de', 'es', 'fr', 'it', 'nl', 'pt', 'sv', 'xx'),
        (word, language) => {
          for (const forms of [englishForms(word), stemVariants(word, language), spellingsNear(word)]) {
            assert.ok(forms.length < 1500)
            for (const form of forms) assert.match(form, /^[\p{L}\p{M}]+$/u)
          }
          assert.ok(englishForms(word).length < 80)
        },
      ),
      { numRuns: 2000 },
    )
  })
})

describe('Spellings similar to a word', () => {
  it('differ by one letter added, missing, wrong or swapped with the next', () => {
    const near = spellingsNear('heron')
    for (const spelling of ['herron', 'hero', 'heran', 'ehron', 'aheron', 'heronx', 'eron'])
      assert.ok(near.includes(spelling), spelling)
    assert.ok(!near.includes('heron') && !near.includes('heroonn'))
    assert.ok(spellingsNear('цапля').includes('цапли'))
  })

  it('do not exist for short words, words with digits, or mixed scripts', () => {
    for (const word of ['owls', 'es2015', 'heronц', '世界世界世', 'a'.repeat(25)])
      assert.deepEqual(spellingsNear(word), [])
  })
})
