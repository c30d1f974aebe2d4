import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import type { WebPage, Reading } from '../../src/articles/page.ts'
import { createReader as openReader, type ReaderOptions } from '../../src/articles/reader.ts'
import { MINUTE, SECOND, systemClock } from '../../src/ports/clock.ts'
import { parseRendered, TOO_COMPLEX } from '../../src/articles/rendered-article.ts'
import { corpusPage, pageOf } from './corpus.ts'
import { makePdf } from './pdf.ts'

const ADVICE = 'Open it in your browser and save it with the extension.'
const MEGABYTE = 1024 * 1024

function createReader(options?: Partial<ReaderOptions>) {
  const reader = openReader(options)
  const read = (page: WebPage, accountId = 'ada', isBulk = false) => reader.read(page, { accountId, isBulk })
  return { ...reader, read }
}

suite('A reader', () => {
  test('reads pages of all kinds in threads, and leaves their bytes as they were', async () => {
    const reader = createReader()
    const page = corpusPage('data-uris')
    const length = page.body.length
    const readings = await Promise.all([
      reader.read(page),
      reader.read(corpusPage('bot-wall')),
      reader.read(pageOf(makePdf([[[700, 'Rain']]]), { mediaType: 'application/pdf' })),
      reader.read(pageOf('x', { mediaType: 'image/png' })),
    ])
    assert.deepEqual(
      readings.map(({ outcome }) => outcome),
      ['article', 'unreadable', 'article', 'link'],
    )
    assert.equal(page.body.length, length)
    const [first] = readings
    assert.ok(first.outcome === 'article' && first.article.inlineImages[0]!.body.length === 475)
    await reader.close()
  })

  test('cuts a page that is too long', async () => {
    const reader = createReader({ maxBytes: 29 })
    const reading = await reader.read(pageOf('<p>What is kept and read.</p><p>What is not.</p>'))
    assert.equal(textOf(reading), 'What is kept and read.')
    await reader.close()
  })

  test('gives up on a page that takes too long, after the pages that wait', async () => {
    const reader = createReader({ maxThreads: 1, timeLimit: 1000 })
    const order: string[] = []
    const slow = reader.read(slowPage()).finally(() => order.push('slow'))
    const good = reader.read(corpusPage('short-note')).finally(() => order.push('good'))
    assert.equal((await good).outcome, 'article')
    assert.deepEqual(await slow, {
      facts: {
        title: null,
        siteName: null,
        excerpt: null,
        imageUrl: null,
        language: null,
        author: null,
        publishedAt: null,
      },
      outcome: 'unreadable',
      reason: `It takes too long to find the text in this page. ${ADVICE}`,
    })
    assert.deepEqual(order, ['good', 'slow'])
    await reader.close()
  })

  test('gives up on a page that unfolds to more than fits beside the heap', async () => {
    const reader = createReader({ maxThreads: 1, maxMegabytes: 64 })
    const reading = await reader.read(pageOf(foldedPdf(300 * MEGABYTE), { mediaType: 'application/pdf' }))
    assert.equal(
      reading.outcome === 'unreadable' && reading.reason,
      `It takes too much memory to find the text in this page. ${ADVICE}`,
    )
    await reader.close()
  })

  test('gives up on a page that takes too much memory', async () => {
    const reader = createReader({ maxMegabytes: 24 })
    const page = pageOf('<div class="a"><p>b</p></div>'.repeat(200_000))
    assert.equal(
      reasonOf(await reader.read(page)),
      `It takes too much memory to find the text in this page. ${ADVICE}`,
    )
    assert.equal((await reader.read(corpusPage('short-note'))).outcome, 'article')
    await reader.close()
  })

  test('ends its threads when there is nothing to read, and starts them again', async () => {
    let now = () => {}
    const clock = {
      now: () => 0,
      wait: (duration: number, signal: AbortSignal) =>
        new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve())
          if (duration === 7) now = resolve
        }),
    }
    const reader = createReader({ clock, idleLimit: 7 })
    assert.equal((await reader.read(corpusPage('short-note'))).outcome, 'article')
    now()
    assert.equal((await reader.read(corpusPage('short-note'))).outcome, 'article')
    await reader.close()
  })

  test('renders an article for who waits for it beside pages that take all their threads', async () => {
    const reader = createReader({ maxThreads: 1, timeLimit: 2000 })
    const order: string[] = []
    const slow = [slowPage(), slowPage()].map((page) => reader.read(page).finally(() => order.push('page')))
    const rendered = await reader.render('<p onclick="x">word</p>').finally(() => order.push('article'))
    assert.equal(parseRendered(rendered)?.html, '<p>word</p>')
    await Promise.all(slow)
    assert.deepEqual(order, ['article', 'page', 'page'])
    await reader.close()
  })

  test('leaves a thread to pages however many articles wait', async () => {
    const reader = createReader({ maxThreads: 1 })
    const order: string[] = []
    const articles = Array.from({ length: 8 }, () =>
      reader.render('<i>x</i>'.repeat(60_000)).finally(() => order.push('article')),
    )
    await reader.read(corpusPage('short-note')).finally(() => order.push('page'))
    assert.ok(order.length < 8, order.join())
    await Promise.all(articles)
    await reader.close()
  })

  test('gives up on an article that takes too long, and renders the next', async () => {
    const reader = createReader({ maxThreads: 1, timeLimit: 300 })
    const slow = reader.render('<i>x</i>'.repeat(1_000_000))
    assert.equal(parseRendered(await reader.render('<p>word</p>'))?.html, '<p>word</p>')
    assert.equal(await slow, TOO_COMPLEX)
    await reader.close()
  })

  test('lets accounts take turns, and what can wait come last', async () => {
    const reader = createReader({ maxThreads: 1 })
    const order: string[] = []
    const read = (accountId: string, isBulk = false) =>
      reader
        .read(corpusPage('short-note'), accountId, isBulk)
        .finally(() => order.push(accountId + (isBulk ? ' bulk' : '')))
    const flood = Array.from({ length: 6 }, () => read('mallory'))
    await Promise.all([...flood, read('ada', true), read('bob'), read('ada'), read('bob', true)])
    assert.deepEqual(order.slice(0, 3), ['mallory', 'bob', 'ada'])
    assert.deepEqual(order.slice(-2).toSorted(), ['ada bulk', 'bob bulk'])
    await reader.close()
  })

  test('leaves a thread to others where the pages of one account take long', async () => {
    const second = Promise.withResolvers<void>()
    const clock = {
      now: () => systemClock.now(),
      wait: (duration: number, signal: AbortSignal) =>
        duration === SECOND ? second.promise : systemClock.wait(duration, signal),
    }
    const reader = createReader({ clock, timeLimit: 10 * MINUTE })
    const order: string[] = []
    const slow = Array.from({ length: 4 }, () => reader.read(slowPage(), 'mallory').catch(() => undefined))
    for (const each of slow) void each.then(() => order.push('mallory'))
    const good = reader.read(corpusPage('short-note'), 'ada').then(() => order.push('ada'))
    second.resolve()
    await good
    assert.deepEqual(order, ['ada'])
    await reader.close()
  })

  test('leaves a thread to others where the pages of several accounts take long', async () => {
    const clock = {
      now: () => systemClock.now(),
      wait: (duration: number, signal: AbortSignal) =>
        systemClock.wait(duration === SECOND ? SECOND / 10 : duration, signal),
    }
    const reader = createReader({ clock, timeLimit: 10 * MINUTE })
    const order: string[] = []
    for (const accountId of ['mallory', 'trudy', 'mallory', 'trudy'])
      void reader.read(slowPage(), accountId).then(
        () => order.push(accountId),
        () => undefined,
      )
    // The second thread is left after a moment to whoever has used less.
    const reading = await reader.read(pageOf('x', { mediaType: 'image/png' }), 'ada')
    assert.deepEqual([reading.outcome, order], ['link', []])
    await reader.close()
  })

  test('reads a page to its end that had to leave the second thread', async () => {
    const second = Promise.resolve()
    const clock = {
      now: () => systemClock.now(),
      wait: (duration: number, signal: AbortSignal) =>
        duration === SECOND ? second : systemClock.wait(duration, signal),
    }
    const reader = createReader({ clock, timeLimit: 10 * MINUTE })
    const readings = await Promise.all([1, 2, 3].map(() => reader.read(corpusPage('short-note'))))
    assert.deepEqual(
      readings.map(({ outcome }) => outcome),
      ['article', 'article', 'article'],
    )
    await reader.close()
  })

  test('passes a bug on and reads the next page', async () => {
    const reader = createReader({ maxThreads: 1 })
    const impossible = pageOf('<p>word</p>', { url: undefined as never })
    await assert.rejects(reader.read(impossible), (error: Error) => {
      return error.message.includes('undefined') && error.stack!.includes('page-element.ts')
    })
    assert.equal((await reader.read(corpusPage('short-note'))).outcome, 'article')
    await reader.close()
  })

  test('leaves nothing open when it is closed', async () => {
    const reader = createReader({ maxThreads: 1 })
    const reads = [reader.read(slowPage()), reader.read(corpusPage('short-note'))]
    const settled = Promise.allSettled(reads)
    await reader.close()
    const closed = { status: 'rejected', reason: new Error('The reader is closed.') }
    assert.deepEqual(await settled, [closed, closed])
    await assert.rejects(reader.read(corpusPage('short-note')), /closed/)
    await reader.close()
  })
})

suite('Hostile pages end, and good ones are read beside them:', () => {
  const reader = createReader({ timeLimit: 1000 })
  after(() => reader.close())

  const attributes = Array.from({ length: 100_000 }, (_, index) => `a${index}=b`).join(' ')
  const pages: [name: string, html: string][] = [
    ['nested boxes', '<div>'.repeat(2 * MEGABYTE)],
    ['nested boxes that are closed', '<div>'.repeat(MEGABYTE) + 'a' + '</div>'.repeat(MEGABYTE / 2)],
    ['nested inline elements', '<b>'.repeat(3 * MEGABYTE)],
    ['nested boxes with text', '<div>word, '.repeat(MEGABYTE / 2)],
    ['misnested formatting', '<b><p></b>'.repeat(20_000)],
    ['many elements', '<p>word</p>'.repeat(30_000)],
    ['many empty elements', '<br>'.repeat(2 * MEGABYTE)],
    ['many breaks with text', '<br><br>a'.repeat(20_000)],
    [
      'many siblings of one class',
      '<div class="a"><p>The word, and the other word, of it.</p></div>'.repeat(40_000),
    ],
    ['many attributes', `<p ${attributes}>word</p>`],
    ['many classes', `<p class="${'a '.repeat(2 * MEGABYTE)}">word</p>`],
    ['a long style', `<p style="${'overflow:hidden;'.repeat(200_000)}">word</p>`],
    ['nested tables', '<table><tr><td>'.repeat(200_000)],
    ['a wide table', `<table>${'<tr>' + '<td>a</td>'.repeat(2000)}`.repeat(10)],
    ['nested lists', '<ul><li>a'.repeat(300_000)],
    ['spaces', `<p>${' '.repeat(8 * MEGABYTE)}x</p>`],
    ['spaces and letters', `<p>${' \n\t a'.repeat(100_000)}</p>`],
    ['opening brackets', '<'.repeat(MEGABYTE)],
    ['half of an element', `<p>${'</p'.repeat(2 * MEGABYTE)}`],
    ['commas', `<p class="byline">${','.repeat(4 * MEGABYTE)}</p>`],
    ['a long byline', `<p class="byline">By ${'| - '.repeat(MEGABYTE)}</p><p>word</p>`],
    ['colons in a title', `<title>${': '.repeat(2 * MEGABYTE)}</title><h1>${': '.repeat(MEGABYTE)}</h1>`],
    ['entities', `<p>${'&amp;'.repeat(100_000)}${'&notin;'.repeat(50_000)}</p>`],
    [
      'nested JSON-LD',
      `<script type="application/ld+json">${'['.repeat(400_000)}${']'.repeat(400_000)}</script><p>word</p>`,
    ],
    [
      'deep JSON-LD',
      `<script type="application/ld+json">${'{"@graph":'.repeat(40_000)}1${'}'.repeat(40_000)}</script><p>word</p>`,
    ],
    ['many sources', `<img srcset="${'a.png 1w, '.repeat(MEGABYTE / 2)}">`],
    ['many pictures', '<picture><source srcset="a 1w"><img src=a></picture>'.repeat(10_000)],
    ['many links', '<a href="https://example.org/?a">a</a> '.repeat(20_000)],
    ['a long address', `<a href="/${'a'.repeat(4 * MEGABYTE)}">word</a>`],
    ['data', `<img src="data:image/png;base64,${'A'.repeat(8 * MEGABYTE)}">`],
    ['noscripts', '<noscript><img src=a>'.repeat(200_000)],
    ['drawings', '<svg><title>a</title>'.repeat(200_000)],
    ['formulas', '<math><mi>a'.repeat(300_000)],
    ['comments', `<!--${'-- '.repeat(MEGABYTE)}`],
    ['NUL', '\0'.repeat(8 * MEGABYTE)],
    ['one long word', `<p>${'a'.repeat(8 * MEGABYTE)}</p>`],
    ['nested code', '<pre><code>'.repeat(300_000)],
    ['nested headings', '<h1><a>#'.repeat(300_000)],
  ]
  for (const [name, html] of pages) {
    test(name, async () => {
      const [reading, good] = await Promise.all([
        reader.read(pageOf(html)),
        reader.read(corpusPage('short-note')),
      ])
      assert.ok(
        reading.outcome === 'article' || (reading.outcome === 'unreadable' && reading.reason.endsWith('.')),
      )
      assert.equal(good.outcome, 'article')
    })
  }

  const texts: [name: string, text: string][] = [
    ['lines', '\n'.repeat(4 * MEGABYTE)],
    ['indentation', ' '.repeat(8 * MEGABYTE)],
    ['headings', '# a\n'.repeat(MEGABYTE)],
    ['fences', '```\n'.repeat(MEGABYTE)],
    ['hashes', '#'.repeat(4 * MEGABYTE)],
    ['marks', `# a${' #'.repeat(MEGABYTE)}`],
    ['brackets', '['.repeat(400_000)],
    ['nested quotations', '>'.repeat(400_000)],
    ['nested emphasis', '*a '.repeat(150_000)],
    ['links in links', '[a]('.repeat(100_000)],
  ]
  for (const [name, text] of texts) {
    test(`${name} in Markdown`, async () => {
      const reading = await reader.read(pageOf(text, { mediaType: 'text/markdown' }))
      assert.notEqual(reading.outcome, 'link')
    })
  }
})

function slowPage() {
  return pageOf(
    `<article>${'<div class="a"><p>The word, and the other word.</p></div>'.repeat(60_000)}</article>`,
  )
}

function textOf(reading: Reading): string | undefined {
  return reading.outcome === 'article' ? reading.article.text : undefined
}

function reasonOf(reading: Reading): string | undefined {
  return reading.outcome === 'unreadable' ? reading.reason : undefined
}

/** A PDF whose one page is so many spaces, folded to a thousandth. */
function foldedPdf(bytes: number): Buffer {
  const body = deflateSync(Buffer.alloc(bytes, ' ')).toString('latin1')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R /Resources << >> >>',
    `<< /Length ${body.length} /Filter /FlateDecode >>\nstream\n${body}\nendstream`,
  ]
  const written = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')
  return Buffer.from(`%PDF-1.4\n${written}trailer\n<< /Size 5 /Root 1 0 R >>\n%%EOF`, 'latin1')
}
