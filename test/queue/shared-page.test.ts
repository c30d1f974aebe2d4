import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergeWithSaved, readSharedPage } from '../../src/queue/input/shared-page.ts'
import { sampleItem } from '../html/sample.ts'

const shared = (raw: Record<string, unknown>) => readSharedPage(raw)

test('a link from the bookmarklet is used unchanged', () => {
  const page = { url: 'https://example.org/a?b=1#c', title: 'A', note: 'Selected', tags: 'x, y' }
  assert.deepEqual(shared(page), page)
})

test('the address may be in any of the three texts, and the words around it are the note', () => {
  const url = 'https://example.org/a'
  for (const [raw, note, title] of [
    [{ text: url }, '', ''],
    [{ text: `Look at this: ${url}.` }, 'Look at this:', ''],
    [{ text: `${url}\nsecond`, title: 'A' }, 'second', 'A'],
    [{ title: `A title ${url}` }, '', 'A title'],
    [{ url: `view-source:${url}` }, '', ''],
    [{ url: '', text: 'see (https://example.org/a)!', title: 'A' }, 'see ()!', 'A'],
    [{ url, text: 'A', title: 'A' }, '', 'A'],
    [{ url: ` ${url} `, text: 'https://other.example/', note: 'Mine' }, 'Mine', ''],
  ] as const) {
    assert.deepEqual(shared(raw), { url, title, tags: '', note }, JSON.stringify(raw))
  }
})

test('an address keeps its paired brackets, and an address from an app everything in it', () => {
  assert.equal(shared({ text: 'https://example.org/a_(b) yes' }).url, 'https://example.org/a_(b)')
  assert.equal(shared({ url: 'https://example.org/a b.' }).url, 'https://example.org/a b.')
})

test('without an address the text is kept, so that the form can say what is wrong', () => {
  assert.equal(shared({ url: 'javascript:alert(1)' }).url, 'javascript:alert(1)')
  assert.deepEqual(shared({ text: 'only words' }), { url: '', title: '', tags: '', note: 'only words' })
  assert.deepEqual(shared({ url: ['a'], title: 1, text: null }), { url: '', title: '', tags: '', note: '' })
})

test('titles and notes are cut to the limits of the form, not within a character', () => {
  const { title, note } = shared({ title: 'a'.repeat(498) + '😀😀', note: 'n'.repeat(20_000) })
  assert.equal(title, `${'a'.repeat(498)}…`)
  assert.equal(note, `${'n'.repeat(4999)}…`)
})

test('control characters and unpaired surrogates are removed', () => {
  assert.equal(shared({ title: 'a\u0000b\u001b\ud800c' }).title, 'abc')
})

test('hostile lengths take little time', () => {
  for (const text of [
    'https://' + '.'.repeat(200_000) + 'x',
    'https://a'.repeat(20_000),
    '('.repeat(200_000),
  ]) {
    assert.ok(shared({ url: text, text, title: text }).title.length <= 500)
  }
})

test('an existing note is not overwritten', () => {
  const item = sampleItem({ givenTitle: 'Mine', note: 'Before' })
  const page = { url: item.url, title: 'The page', tags: '', note: 'Selected' }
  assert.deepEqual(mergeWithSaved(item, page), { ...page, title: 'Mine', note: 'Before\n\nSelected' })
  assert.equal(mergeWithSaved(item, { ...page, note: 'Before' }).note, 'Before')
  assert.deepEqual(mergeWithSaved(sampleItem(), page), page)
})
