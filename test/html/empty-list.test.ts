import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DEFAULT_PAGE } from '../../src/queue/lists/page.ts'
import type { ListName } from '../../src/queue/model/states.ts'
import { emptyList } from '../../src/html/queue/empty-list.ts'
import { person } from './sample.ts'

const NO_REQUESTS = { asked: 0, answered: 0 }

const EXPECTED: [list: ListName, icon: string, label: string, step: string][] = [
  ['unread', 'inbox', 'Nothing left to read', 'Save a link'],
  ['snoozed', 'clock', 'Nothing snoozed', 'Go to your queue'],
  ['favourite', 'star', 'No favourites yet', 'Go to your queue'],
  ['read', 'read', 'Nothing read yet', 'Go to your queue'],
  ['removed', 'trash', 'The trash is empty', 'Go to your queue'],
]

for (const [state, icon, label, step] of EXPECTED) {
  test(`the empty list “${state}” has its icon, a label and one next step`, () => {
    const totals = { unread: 0, read: 0, snoozed: 0, favourite: 0, removed: 1, ...NO_REQUESTS }
    const search = { filter: { state }, limit: DEFAULT_PAGE }
    const box = String(emptyList({ search, totals, person, path: '/queue', found: undefined }))
    assert.ok(box.includes(`icon-${icon}"`))
    assert.ok(box.includes(`<p class="first">${label}</p>`))
    const steps = [...box.matchAll(/<(?:a|button)[^>]*class="button[^>]*>\s*([^<]*?)\s*</g)]
    assert.deepEqual(
      steps.map(([, text]) => text),
      [step],
    )
  })
}
