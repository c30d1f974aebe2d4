import assert from 'node:assert/strict'
import { test } from 'node:test'
import { itemPage } from '../../src/html/reader/item-page.ts'
import type { OpenedList } from '../../src/html/reader/reading-view.ts'
import { DEFAULT_APPEARANCE } from '../../src/accounts/appearance-settings.ts'
import type { Item } from '../../src/queue/model/item.ts'
import { DAY, HOUR } from '../../src/ports/clock.ts'
import { NOW, person, sampleItem } from './sample.ts'

const readable = { wordCount: 1400, readingMinutes: 7 }
const headings = ['One', 'Two', 'Three', 'Four'].map((text, index) => ({
  id: `article-~${index}`,
  level: index === 1 ? 3 : 2,
  text,
}))

function render(changes: Partial<Item> = {}, more: Partial<Parameters<typeof itemPage>[0]> = {}): string {
  return String(itemPage({ person, now: NOW, item: sampleItem(changes), ...more }))
}

/** The queue, with what is beside the item in it. */
function listWith(previous: Item | undefined, next: Item | undefined): OpenedList {
  const link = (item: Item | undefined) => item && { item, path: `/queue/items/${item.id}` }
  return {
    filter: { state: 'unread' },
    query: '',
    path: '/queue',
    previous: link(previous),
    next: link(next),
  }
}

/** The page's words as they are read. */
function wordsOf(page: string): string {
  return page.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
}

test('above the article are its site, author, date, reading time, saver and reason', () => {
  const words = wordsOf(
    render(
      {
        ...readable,
        siteName: 'The Paper',
        author: 'Ada Lovelace',
        publishedAt: NOW - 50 * DAY,
        savedAt: NOW - HOUR,
        savedBy: { id: 'a', name: 'Claude' },
        reason: 'You asked for it',
        tags: ['web'],
      },
      { article: { html: '<p>The very text.</p>', headings: [] } },
    ),
  )
  const inOrder = [
    'The Paper',
    '7 min read',
    '2 Oct 2026',
    'On hypermedia',
    'By Ada Lovelace',
    'Saved 1 hour ago by',
    'agent Claude',
    'Reason: You asked for it',
    'web',
    'The very text.',
    'Mark as read',
  ]
  const after = words.slice(words.lastIndexOf('Queue', words.indexOf('The Paper')))
  let at = 0
  for (const text of inOrder) {
    const found = after.indexOf(text, at)
    assert.ok(found >= at, `${text} follows`)
    at = found
  }
})

test('no button is more prominent than the one at the end of the article', () => {
  const stylesOf = (page: string) =>
    [...page.matchAll(/<button class="button (\w+)"/g)].map(([, style]) => style)
  const page = render(readable, { article: { html: '<p>x</p>', headings: [] } })
  const toolbar = page.slice(page.indexOf('class="toolbar"'), page.indexOf('class="article'))
  assert.deepEqual(stylesOf(toolbar).slice(0, 2), ['tool', 'tool'])
  const [, end = ''] = page.split('id="end"')
  assert.deepEqual(stylesOf(end.slice(0, end.indexOf('</section'))), ['main'])
  const failed = render({ content: { status: 'failed', reason: 'Gone.', type: null } })
  const note = failed.slice(failed.indexOf('class="no-article"'))
  assert.equal(stylesOf(note)[0], 'quiet')
})

test('the remaining time is shown for an article that was begun, and for no other', () => {
  const article = { html: '<p>x</p>', headings: [] }
  const left = (progress: number) =>
    /class="time-left"[^>]*?(hidden)?\s*>([^<]*)</
      .exec(render({ ...readable, progress }, { article }))
      ?.slice(1)
  assert.deepEqual(left(0), ['hidden', '7 min left'])
  assert.deepEqual(left(0.5), [undefined, '4 min left'])
  assert.deepEqual(left(1), ['hidden', '0 min left'])
})

test('an article of three headings has its contents, one of two has none', () => {
  const html = '<p>x</p>'
  const page = render(readable, { article: { html, headings } })
  assert.equal(page.match(/href="#article-~3" dir="auto">Four</g)?.length, 2)
  assert.match(page, /<li data-level="2"><a href="#article-~1" dir="auto">Two<\/a>/)
  assert.doesNotMatch(render(readable, { article: { html, headings: headings.slice(2) } }), /class="contents/)
})

test('the table of contents stays short, however many headings there are', () => {
  const many = Array.from({ length: 1000 }, (_, index) => ({ id: `article-~${index}`, level: 2, text: 'x' }))
  const page = render(readable, { article: { html: '<p>x</p>', headings: many } })
  assert.equal(page.match(/<li data-level/g)?.length, 2 * 60)
})

test('a page that is being fetched says so, and reloads by itself', () => {
  const page = render({ content: { status: 'pending', reason: null, type: null } })
  assert.match(page, /Fetching the page/)
  assert.match(page, /<noscript\s*><meta http-equiv="refresh" content="5"\s*\/><\/noscript\s*>/)
})

test('an article that is fetched again stays as it is, and the page does not reload', () => {
  const content = { status: 'pending', reason: null, type: null } as const
  const page = render({ ...readable, content }, { article: { html: '<p>The text.</p>', headings: [] } })
  assert.match(page, /Fetching a fresh copy of the page/)
  assert.match(page, /The text\./)
  assert.doesNotMatch(page, /http-equiv="refresh"|data-pending/)
})

test('a page that failed says why, links to the original, can be fetched again, and explains how to save it from the browser', () => {
  const page = render({ content: { status: 'failed', reason: 'The site keeps robots out.', type: null } })
  assert.match(page, /The site keeps robots out\./)
  assert.match(page, /href="https:\/\/example\.org\/on-hypermedia" rel="noopener noreferrer">Open the page</)
  assert.match(page, /class="no-article"[^]*refetch-item[^]*save it as you see it/)
  assert.doesNotMatch(page, /http-equiv="refresh"/)
})

test('a page that no longer exists says so once, and offers the copy of a web archive first', () => {
  const link = { checkedAt: NOW - DAY, webArchiveUrl: 'https://archive.example/web' }
  const gone = (more: Parameters<typeof render>[1]) =>
    render(
      { brokenAt: NOW - 3 * DAY, content: { status: 'failed', reason: 'Gone (404).', type: null } },
      { link, ...more },
    )
  const [, page = ''] = gone({}).split(/<\/?article/)
  assert.equal(page.match(/doesn’t work/g)?.length, 1)
  assert.equal(page.match(/A web archive/g)?.length, 1)
  assert.doesNotMatch(page, /class="broken-link"|Go to your queue|Gone/)
  assert.match(
    wordsOf(page),
    /This link doesn’t work Last checked 1 day ago\. A web archive may have the page/,
  )
  const card = page.slice(
    page.indexOf('class="no-article"'),
    page.indexOf('</section', page.indexOf('class="no-article"')),
  )
  assert.deepEqual(
    [...card.matchAll(/class="button (\w+)"[^>]*>\s*([^<]*?)\s*</g)].map(([, ...found]) => found),
    [
      ['main', 'Fetch the archived copy'],
      ['quiet', 'Open the page'],
      ['quiet', 'Fetch again'],
      ['quiet', 'Save this copy'],
    ],
  )
  const kept = gone({ article: { html: '<p>The copy.</p>', headings: [] } })
  assert.match(kept, /class="broken-link"[^]*doesn’t work[^]*The copy\./)
})

test('a link to a file says so', () => {
  const page = wordsOf(render({ content: { status: 'ready', reason: null, type: 'application/zip' } }))
  assert.match(page, /This link leads to a file It’s application\/zip/)
  assert.match(page, /Open the file/)
})

test('the end links to the next item of the list, else to the previous one', () => {
  const older = sampleItem({ id: '01990000-0000-7000-8000-000000000002', pageTitle: 'The older' })
  const newer = sampleItem({ id: '01990000-0000-7000-8000-000000000003', pageTitle: 'The newer' })
  const next = (page: string) => /href="([^"]*)" class="next"/.exec(page)?.[1]
  assert.equal(next(render({}, { list: listWith(newer, older) })), `/queue/items/${older.id}`)
  assert.equal(next(render({}, { list: listWith(newer, undefined) })), `/queue/items/${newer.id}`)
  const alone = render()
  assert.equal(next(alone), undefined)
  assert.match(alone, /No more unread items\./)
})

test('marking as read at the end leads to the next item, if any', () => {
  const older = sampleItem({ id: '01990000-0000-7000-8000-000000000002' })
  const [, end = ''] = render({}, { list: listWith(undefined, older) }).split('id="end"')
  const forms = end.split('<form').filter((form) => form.includes('/mark-read"'))
  assert.match(forms[0]!, new RegExp(`name="return" value="/queue/items/${older.id}"[^]*next article`))
  assert.match(forms[1]!, new RegExp(`name="return" value="/queue/items/${sampleItem().id}"`))
})

test('at the end of the last item, links and buttons name the previous one', () => {
  const newer = sampleItem({ id: '01990000-0000-7000-8000-000000000003' })
  const [, end = ''] = render({}, { list: listWith(newer, undefined) }).split('id="end"')
  assert.match(end, new RegExp(`rel="prev" href="/queue/items/${newer.id}"[^]*Previous article`))
  assert.match(end, /Done, previous article/)
  assert.doesNotMatch(end, /Next in your queue|next article/)
})

test('a read item says that it was read, and does not offer to mark it again', () => {
  const [, end = ''] = render({ readAt: NOW }).split('id="end"')
  assert.match(end, /You’ve read this\./)
  assert.doesNotMatch(end, /\/mark-read"/)
})

test('the reading typeface is preloaded, and its italics if the article has any', () => {
  const preloads = (html: string, settings = person.settings) =>
    render(readable, { person: { ...person, settings }, article: { html, headings: [] } }).match(
      /rel="preload" as="font" type="font\/woff2" crossorigin href="[^"]*literata/g,
    )?.length
  assert.equal(preloads('<p>Plain, an &lt;em> and an <embed></p>'), 1)
  assert.equal(preloads('<p>An <em>old</em> tale</p>'), 2)
  assert.equal(preloads('<p><cite class="x">Persuasion</cite></p>'), 2)
  assert.equal(preloads('<p>An <em>old</em> tale</p>', { ...DEFAULT_APPEARANCE, font: 'sans' }), undefined)
})

test('a person’s settings are on the page as attributes, never as styles', () => {
  const settings = {
    theme: 'dark',
    size: 'large',
    font: 'sans',
    lines: 'open',
    measure: 'narrow',
    justify: 'on',
    density: 'compact',
    language: 'browser',
  } as const
  const page = render({}, { person: { ...person, settings } })
  assert.match(page, /<html lang="en" data-theme="dark">/)
  assert.match(page, /<meta name="color-scheme" content="dark" \/>/)
  assert.match(
    page,
    /data-size="large"\s+data-font="sans"\s+data-lines="open"\s+data-measure="narrow"\s+data-justify="on"/,
  )
  assert.doesNotMatch(page, /\sstyle=|<style|\son\w+=|<script(?! type="module" src="\/assets\/)/)
})
