import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countsSentence } from '../../src/html/history/digest.ts'
import { english } from '../../src/html/messages/english.ts'
import { german } from '../../src/html/messages/german.ts'

describe('The row of several acts', () => {
  it('has words for the count of every kind of change', () => {
    for (const { history } of [english, german]) {
      const kinds = Object.keys(history.actionsDone).filter((kind) => kind !== 'save-links')
      assert.deepEqual(Object.keys(history.actionCounts).toSorted(), kinds.toSorted())
    }
  })

  it('counts reading progress, also where nothing else was done', () => {
    const sentence = countsSentence([{ action: 'set-progress', count: 3 }])
    assert.equal(sentence, 'saved the reading progress of 3 items')
  })
})
