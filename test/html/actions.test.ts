import assert from 'node:assert/strict'
import type { QueueAction } from '../../src/queue/actions/action.ts'
import { test } from 'node:test'
import { doneMessage } from '../../src/html/actions/action-messages.ts'
import { itemPage } from '../../src/html/reader/item-page.ts'
import { itemRow } from '../../src/html/queue/item-row.ts'
import { rowMarkup } from '../../src/html/queue/row.ts'
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

/** What the menu of a row leaves to the page of the item. */
const ELSEWHERE = [
  'edit-item',
  'set-progress',
  'answer-request',
  'highlight-item',
  'edit-highlight',
  'remove-highlight',
]

function render(items: Item[]): string {
  const totals = { unread: 1, read: 0, snoozed: 0, favourite: 0, asked: 0, answered: 0, removed: 0 }
  const search = { filter: { state: 'all' as const }, limit: 25 }
  const rows = items.map((item) => itemRow(item, { now: NOW, state: 'all', list: '' }))
  return String(
    queuePage({ person, now: NOW, search, totals, tags: [], rows, lastChange: 1, path: '/queue' }),
  )
}

for (const [state, item] of Object.entries(states)) {
  test(`the page of a ${state} item has a form for each action that is offered, and no other`, () => {
    const page = String(itemPage({ person, now: NOW, item }))
    for (const action of itemActions) {
      const form = page.includes(`action="/queue/items/${item.id}/${action.name}"`)
      assert.equal(form, action.isOffered(item), action.name)
    }
  })

  test(`the row of a ${state} item shows what it offers, and its menu has the rest, except long texts and progress`, () => {
    const page = render([item])
    const [, offered = ''] = /<ol [^>]*data-actions="([^"]*)"/.exec(page)!
    for (const action of itemActions) {
      assert.equal(offered.split(' ').includes(action.name), action.isOffered(item), action.name)
      const isElsewhere = ELSEWHERE.includes(action.name)
      assert.equal(page.includes(`data-action="${action.name}"`), !isElsewhere, action.name)
    }
  })
}

test('the queue page has a form for each action that saves or changes items, with a control for each field', () => {
  const page = render([sampleItem({ tags: ['web'] })])
  assert.match(page, /<input type="checkbox" name="items" value="[^"]+" form="bulk"/)
  // A change is undone in the history, saved searches have a page of their own, and the form for a link takes several.
  const isHere = ({ outcome, name }: QueueAction) =>
    outcome === 'changes' || (outcome === 'saved' && name !== 'save-links')
  for (const action of queueActions.filter(isHere)) {
    const [, form = ''] = page.split(`action="/queue/${action.name}"`)
    const shown = Object.entries(action.fields).filter(
      ([name, { isApiOnly }]) => name !== 'items' && !isApiOnly,
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
  const search = parseSearch(query, {
    accountId: 'an-account',
    seal: createSeal(Buffer.alloc(32), systemClock, systemRandom(systemClock)),
    queryContext: { agent: null, now: 0 },
  })
  const totals = { unread: 1, read: 3, snoozed: 0, favourite: 0, asked: 0, answered: 0, removed: 0 }
  return String(
    queuePage({
      person,
      now: NOW,
      search,
      totals,
      lastChange: 1,
      tags: [],
      rows: [],
      found: { count: 0, isMore: false },
      path: '/queue',
      older,
    }),
  )
}

test('a search without results says what was searched for, not that nothing is left', () => {
  const page = drawSearch({ q: 'Zebra' })
  assert.match(page, /<h1[^>]*>No results for “Zebra”<\/h1>/)
  assert.equal(page.match(/No results/g)?.length, 2, 'in the title and the heading')
  assert.match(page, /<p class="first">Try fewer or other words<\/p>\s*<p>The trash isn’t searched\.<\/p>/)
  assert.doesNotMatch(page, /Nothing left to read/)
})

test('a search keeps the list and the other filters', () => {
  const page = drawSearch({ q: 'Zebra', state: 'read', tag: 'web' })
  assert.match(page, /<a class="chip active" href="\/queue\?state=read&amp;tag=web"[^]*?<bdi>Zebra<\/bdi>/)
  assert.match(page, /<a class="chip active" href="\/queue\?q=Zebra&amp;state=read"[^]*?<bdi>#web<\/bdi>/)
  const [, form = ''] = page.split('role="search"')
  assert.match(form, /name="state" value="read"[^]*name="tag" value="web"[^]*name="q" value="Zebra"/)
})

test('a list that is not sorted by date names its order on the next page', () => {
  assert.match(drawSearch({ q: 'Zebra' }, '/older'), /More →/)
  assert.match(drawSearch({ q: 'Zebra', sort: 'newest' }, '/older'), /Older →/)
  assert.match(drawSearch({ sort: 'oldest' }, '/older'), /Newer →/)
  assert.match(drawSearch({ q: 'is:read' }, '/older'), /Older →/)
})

test('a snippet begins shortly before the match, between words, and the match in a title is marked too', () => {
  const snippet = [
    { text: '…', isFound: false },
    { text: 'much that comes before it and that a narrow row has no room for, then the ', isFound: false },
    { text: 'zebra', isFound: true },
  ]
  const markedTitle = [
    { text: 'A ', isFound: false },
    { text: '<Zebra>', isFound: true },
  ]
  const row = itemRow(sampleItem(), { now: NOW, state: 'all', list: '', snippet, markedTitle })
  const page = rowMarkup(row, { usualActions: '', isSelected: false, icon: undefined })
  assert.match(page, />…no room for, then the <mark>zebra<\/mark><\/p>/)
  assert.match(page, />A <mark>&lt;Zebra&gt;<\/mark><\/a><\/h2>/)
})

test('matches in a snippet are marked, and nothing in it is markup', () => {
  const item = sampleItem()
  const snippet = [
    { text: '…a <b>', isFound: false },
    { text: 'zebra & <i>', isFound: true },
  ]
  const totals = { unread: 1, read: 0, snoozed: 0, favourite: 0, asked: 0, answered: 0, removed: 0 }
  const search = { filter: { state: 'all' as const }, limit: 25 }
  const rows = [itemRow(item, { now: NOW, state: 'all', list: '', snippet })]
  const view = { person, now: NOW, search, totals, tags: [], rows, lastChange: 1 }
  const page = String(queuePage({ ...view, path: '/queue' }))
  assert.match(page, />…a &lt;b&gt;<mark>zebra &amp; &lt;i&gt;<\/mark><\/p>/)
})

test('an edit form contains the values of the item, so that submitting it unchanged changes nothing', () => {
  const page = String(itemPage({ person, now: NOW, item: sampleItem({ note: 'Two\nlines & "quotes"' }) }))
  assert.match(page, /value="On hypermedia"/)
  assert.match(page, />Two\nlines &amp; &quot;quotes&quot;<\/textarea>/)
})

test('an invalid form is shown with the submitted values and the invalid field marked, and no other form is affected', () => {
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

test('the notice of an action on an item offers to undo it', () => {
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
