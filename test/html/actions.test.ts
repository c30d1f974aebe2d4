import assert from 'node:assert/strict'
import { test } from 'node:test'
import { doneMessage } from '../../src/html/actions/action-messages.ts'
import { itemPage } from '../../src/html/reader/item-page.ts'
import { queuePage } from '../../src/html/queue/queue-page.ts'
import { itemActions, queueActions } from '../../src/queue/actions/catalogue.ts'
import type { Item } from '../../src/queue/model/item.ts'
import { systemClock } from '../../src/ports/clock.ts'
import { systemRandom } from '../../src/ports/random.ts'
import { parseSearch } from '../../src/queue/lists/search.ts'
import { createSeal } from '../../src/crypto/seal.ts'
import { NOW, person, sampleItem } from './sample.ts'

const states: Record<string, Item> = {
  unread: sampleItem(),
  read: sampleItem({ readAt: NOW }),
  favourite: sampleItem({ favouritedAt: NOW }),
  tagged: sampleItem({ tags: ['web', 'long read'] }),
  removed: sampleItem({ removedAt: NOW, tags: ['web'] }),
}

function render(items: Item[]): string {
  const totals = { unread: 1, read: 0, snoozed: 0, favourite: 0, removed: 0 }
  const search = { filter: { state: 'all' as const }, limit: 25 }
  return String(queuePage({ person, now: NOW, search, totals, tags: [], items, path: '/queue' }))
}

for (const [state, item] of Object.entries(states)) {
  test(`the page of a ${state} item has a form for each action that is offered, and no other`, () => {
    const page = String(itemPage({ person, now: NOW, item }))
    for (const action of itemActions) {
      const form = page.includes(`action="/queue/items/${item.id}/${action.name}"`)
      assert.equal(form, action.offered(item), action.name)
    }
  })

  test(`the card of a ${state} item has a button for each offered action but editing and the place`, () => {
    const page = render([item])
    for (const action of itemActions.filter(({ name }) => name !== 'edit-item' && name !== 'set-progress')) {
      const form = page.includes(`action="/queue/items/${item.id}/${action.name}"`)
      assert.equal(form, action.offered(item), action.name)
    }
  })
}

test('the queue page has a form for each action on the queue but undoing, with a control for each field', () => {
  const page = render([sampleItem({ tags: ['web'] })])
  assert.match(page, /<input type="checkbox" name="items" value="[^"]+" form="bulk"/)
  // A change is undone where it is shown, in the history.
  for (const action of queueActions.filter(({ outcome }) => outcome !== 'undone')) {
    const [, form = ''] = page.split(`action="/queue/${action.name}"`)
    const shown = Object.entries(action.fields).filter(
      ([name, { isForPrograms }]) => name !== 'items' && !isForPrograms,
    )
    for (const [name] of shown) assert.match(form.split('</form>')[0]!, new RegExp(`name="${name}"`))
  }
})

test('every form that posts carries the form token', () => {
  const page = render(Object.values(states)) + String(itemPage({ person, now: NOW, item: states['tagged']! }))
  const forms = page.split('<form').filter((form, index) => index > 0 && !/method="(get|dialog)"/.test(form))
  assert.ok(forms.length > 15)
  for (const form of forms) {
    assert.match(form.split('</form>')[0]!, /method="post"[^]*name="form_token" value="the-form-token"/)
  }
})

function drawSearch(query: Record<string, string>, older?: string): string {
  const search = parseSearch(
    query,
    'an-account',
    createSeal(Buffer.alloc(32), systemClock, systemRandom(systemClock)),
  )
  const totals = { unread: 1, read: 3, snoozed: 0, favourite: 0, removed: 0 }
  return String(
    queuePage({
      person,
      now: NOW,
      search,
      totals,
      tags: [],
      items: [],
      path: '/queue',
      older,
    }),
  )
}

test('a search that finds nothing says what was searched for, and not that nothing is left', () => {
  const page = drawSearch({ q: 'Zebra' })
  assert.match(page, /Results for <strong><bdi>Zebra<\/bdi>/)
  assert.match(page, /No results\./)
  assert.doesNotMatch(page, /Nothing left to read/)
})

test('a search keeps the list and what else narrows it', () => {
  const page = drawSearch({ q: 'Zebra', state: 'read', tag: 'web' })
  assert.match(page, /Results for <strong><bdi>Zebra<\/bdi><\/strong>,\s+tagged <strong><bdi>web<\/bdi>/)
  const [, form = ''] = page.split('role="search"')
  assert.match(form, /name="state" value="read"[^]*name="tag" value="web"[^]*name="q" value="Zebra"/)
})

test('a list in order of fit or of age says so where it goes on', () => {
  assert.match(drawSearch({ q: 'Zebra' }, '/older'), /More →/)
  assert.match(drawSearch({ q: 'Zebra', sort: 'newest' }, '/older'), /Older →/)
  assert.match(drawSearch({ sort: 'oldest' }, '/older'), /Newer →/)
  assert.match(drawSearch({ q: 'is:read' }, '/older'), /Older →/)
})

test('what an article holds of a search is marked, and nothing in it is markup', () => {
  const item = sampleItem()
  const snippet = [
    { text: '…a <b>', isFound: false },
    { text: 'zebra & <i>', isFound: true },
  ]
  const totals = { unread: 1, read: 0, snoozed: 0, favourite: 0, removed: 0 }
  const search = { filter: { state: 'all' as const }, limit: 25 }
  const snippets = new Map([[item.id, snippet]])
  const view = { person, now: NOW, search, totals, tags: [], items: [item], snippets }
  const page = String(queuePage({ ...view, path: '/queue' }))
  assert.match(page, />…a &lt;b&gt;<mark>zebra &amp; &lt;i&gt;<\/mark><\/p>/)
})

test('an edit form holds what the item holds, so that posting it as it stands changes nothing', () => {
  const page = String(itemPage({ person, now: NOW, item: sampleItem({ note: 'Two\nlines & "quotes"' }) }))
  assert.match(page, /value="On hypermedia"/)
  assert.match(page, />Two\nlines &amp; &quot;quotes&quot;<\/textarea>/)
})

test('a wrong form comes back with what was typed, its field marked, and no other form touched', () => {
  const item = sampleItem()
  const values = { form: 'tag-item', item: item.id, tag: 'a,b' }
  const notice = { kind: 'mistake', text: 'A comma separates tags.', field: 'tag', values } as const
  const page = String(itemPage({ person, now: NOW, item, notice }))
  const wrong = page.match(/<input[^>]*aria-invalid="true"[^>]*>/g)
  assert.equal(wrong?.length, 1)
  assert.match(wrong[0], /name="tag"/)
  assert.match(wrong[0], /value="a,b"/)
  assert.match(wrong[0], /aria-describedby="notice"/)
  assert.match(page, /role="alert"\s+id="notice"/)
})

test('what was done to an item can be undone from the notice', () => {
  const item = sampleItem({ removedAt: NOW })
  const notice = {
    kind: 'done',
    text: 'Moved to the trash.',
    values: { undo: '42' },
  } as const
  const page = String(itemPage({ person, now: NOW, item, notice }))
  assert.match(
    page,
    /role="status"[^]*action="\/queue\/undo-change"[^]*name="change" value="42"[^]*name="extent" value="act"[^]*Undo/,
  )
})

test('the web app has a notice for each action on an item', () => {
  for (const { name } of itemActions)
    assert.notEqual(doneMessage(name, sampleItem({ snoozedUntil: NOW })), 'Done.', name)
})
