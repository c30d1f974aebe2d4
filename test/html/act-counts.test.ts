import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countsSentence, digestSummary } from '../../src/html/history/digest.ts'
import { english } from '../../src/html/messages/english.ts'
import { catalogue } from '../../src/queue/actions/catalogue.ts'
import { german } from '../../src/html/messages/german.ts'

describe('The row of several acts', () => {
  it('has a text for every kind of change, and for the count of it', () => {
    const actions = catalogue.map(({ name }) => name)
    for (const { history } of [english, german]) {
      assert.deepEqual(
        actions.filter((name) => !(name in history.actionsDone)),
        [],
      )
      const kinds = Object.keys(history.actionsDone).filter((kind) => kind !== 'save-links')
      assert.deepEqual(Object.keys(history.actionCounts).toSorted(), kinds.toSorted())
    }
  })

  it('counts reading progress, even if nothing else was done', () => {
    const sentence = countsSentence([{ action: 'set-progress', count: 3 }])
    assert.equal(sentence, 'saved the reading progress of 3 items')
  })
})

describe('The summary since yesterday', () => {
  const count = (id: string, name: string) => ({ agent: { id, name }, action: 'save-link', count: 4 })

  it('names agents, but not the person’s own extension', () => {
    const extension = count('reading-queue-chrome', 'Reading Queue for Chrome')
    const summary = String(
      digestSummary({ actionCounts: [extension, count('c', 'Claude')], isComplete: true }),
    )
    assert.match(summary, /Claude/)
    assert.doesNotMatch(summary, /Chrome/)
    assert.equal(digestSummary({ actionCounts: [extension], isComplete: true }), undefined)
  })

  it('names a program that uses the id of an extension', () => {
    const program = count('reading-queue-chrome', 'A script')
    assert.match(String(digestSummary({ actionCounts: [program], isComplete: true })), /A script/)
  })
})
