import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importPage } from '../../src/html/import/import-page.ts'
import { type Import, NO_COUNTS } from '../../src/library/import.ts'
import { MINUTE } from '../../src/ports/clock.ts'
import { NOW, person } from './sample.ts'

const running: Import = {
  id: 'one',
  fileName: 'links.csv',
  format: 'csv',
  source: null,
  sourceAt: null,
  state: 'running',
  options: { folders: 'each', unclear: 'unread', tag: null },
  message: null,
  createdAt: NOW - MINUTE,
  endedAt: null,
  rowsTotal: 400,
  position: 100,
  act: 7,
  counts: { ...NO_COUNTS, added: 80, merged: 15, skipped: 5, new: 250, known: 50 },
}

function render(changes: Partial<Import>, startedAt: number | undefined): string {
  const view = {
    person,
    now: NOW,
    notice: undefined,
    formatTitle: 'CSV',
    waiting: [],
    skipped: [],
    transitions: [],
  }
  const page = String(importPage({ ...view, import: { ...running, ...changes }, startedAt }))
  return page.replace(/<[^>]+>/g, '').replace(/\s+/g, ' ')
}

test('the page of a running import shows its progress, the results so far, and the estimated end', () => {
  const text = render({}, NOW - MINUTE)
  for (const part of [
    '25% 100 of 400 rows About 3 minutes left',
    '80 links added',
    '15 links already saved or duplicates',
    '5 rows skipped',
    '300 links to go',
  ])
    assert.ok(text.includes(part), `${part}: ${text}`)
})

test('unknown values of an import are not guessed', () => {
  assert.doesNotMatch(render({ position: 0 }, undefined), / left/)
  assert.match(render({}, NOW - 1000), /Less than a minute left/)
  assert.doesNotMatch(render({ state: 'undoing' }, undefined), / %| to go/)
  const done = render({ state: 'done', position: 400, endedAt: NOW }, undefined)
  assert.match(done, /Ended just now\./)
  assert.doesNotMatch(done, / %| left| to go/)
})
