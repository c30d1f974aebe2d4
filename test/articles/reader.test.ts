import assert from 'node:assert/strict'
import { after, suite, test } from 'node:test'
import { deflateSync } from 'node:zlib'
import type { WebPage, Extraction } from '../../src/articles/page.ts'
import {
  createExtractionPool as openReader,
  type ExtractionPoolOptions,
} from '../../src/articles/extraction-pool.ts'
import { MINUTE, SECOND, systemClock } from '../../src/ports/clock.ts'
import { parseRendered, TOO_COMPLEX } from '../../src/articles/rendered-article.ts'
import { corpusPage, pageOf } from './corpus.ts'
import { makePdf } from './pdf.ts'

const ADVICE = 'Open it in your browser and save it with the extension.'
const MEGABYTE = 1024 * 1024

function createReader(options?: Partial<ExtractionPoolOptions>) {
  const reader = openReader(options)
  const read = (page: WebPage, accountId = 'ada', isBulk = false) => reader.read(page, { accountId, isBulk })
  return { ...reader, read }
}

suite('An extraction pool', () => {
  test('reads pages of all types in threads, without changing their bytes', async () => {
    const reader = createReader()
    const page = corpusPage('data-uris')
    const length = page.body.length
    const extractions = await Promise.all([
      reader.read(page),
      reader.read(corpusPage('bot-wall')),
      reader.read(pageOf(makePdf([[[700, 'Rain']]]), { mediaType: 'application/pdf' })),
      reader.read(pageOf('x', { mediaType: 'image/png' })),
    ])
    assert.deepEqual(
      extractions.map(({ outcome }) => outcome),
      ['article', 'unreadable', 'article', 'link'],
    )
    assert.equal(page.body.length, length)
    const [first] = extractions
    assert.ok(first.outcome === 'article' && first.article.inlineImages[0]!.body.length === 475)
    await reader.close()
  })

  test('cuts a page that is too long', async () => {
    const reader = createReader({ maxBytes: 29 })
    const extraction = await reader.read(pageOf('<p>What is kept and read.</p><p>What is not.</p>'))
    assert.equal(textOf(extraction), 'What is kept and read.')
    await reader.close()
  })

  test('gives up on a page that takes too long, after the waiting pages', async () => {
    // The time of the slow page is over at once, and that of the good one never.
    const isOver = [true, false, true]
    const clock = {
      now: () => systemClock.now(),
      wait: (duration: number, signal: AbortSignal) =>
        duration === 7 && isOver.shift() ? Promise.resolve() : systemClock.wait(10 * MINUTE, signal),
    }
    const reader = createReader({ clock, maxThreads: 1, timeLimit: 7 })
    const order: string[] = []
    const slow = reader.read(slowPage()).finally(() => order.push('slow'))
    const good = reader.read(corpusPage('short-note')).finally(() => order.push('good'))
    assert.equal((await good).outcome, 'article')
    assert.deepEqual(await slow, {
      metadata: {
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

  test('gives up on a page that takes too much memory outside of the heap', async () => {
    const reader = createReader({ maxThreads: 1, maxMegabytes: 64 })
    const extraction = await reader.read(pageOf(foldedPdf(300 * MEGABYTE), { mediaType: 'application/pdf' }))
    assert.equal(
      extraction.outcome === 'unreadable' && extraction.reason,
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

  test('ends idle threads, and starts them again when needed', async () => {
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

  test('renders an article at once even if pages occupy all threads', async () => {
    const reader = createReader({ maxThreads: 1, timeLimit: 2000 })
    const order: string[] = []
    const slow = [slowPage(), slowPage()].map((page) => reader.read(page).finally(() => order.push('page')))
    const rendered = await reader.render('<p onclick="x">word</p>').finally(() => order.push('article'))
    assert.equal(parseRendered(rendered)?.html, '<p>word</p>')
    await Promise.all(slow)
    assert.deepEqual(order, ['article', 'page', 'page'])
    await reader.close()
  })

  test('leaves a thread for pages however many articles wait', async () => {
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

  test('lets accounts take turns, and bulk work comes last', async () => {
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

  test('leaves a thread for others while the pages of one account take long', async () => {
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

  test('leaves a thread for others while the pages of several accounts take long', async () => {
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
    const extraction = await reader.read(pageOf('x', { mediaType: 'image/png' }), 'ada')
    assert.deepEqual([extraction.outcome, order], ['link', []])
    await reader.close()
  })

  test('completes a page that had to yield its thread', async () => {
    const second = Promise.resolve()
    const clock = {
      now: () => systemClock.now(),
      wait: (duration: number, signal: AbortSignal) =>
        duration === SECOND ? second : systemClock.wait(duration, signal),
    }
    const reader = createReader({ clock, timeLimit: 10 * MINUTE })
    const extractions = await Promise.all([1, 2, 3].map(() => reader.read(corpusPage('short-note'))))
    assert.deepEqual(
      extractions.map(({ outcome }) => outcome),
      ['article', 'article', 'article'],
    )
    await reader.close()
  })

  test('reports a bug and reads the next page', async () => {
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

/** Of something of a few bytes: what takes the square of its time takes minutes. Two megabytes are in hostile-sizes.test.ts. */
const MANY = 64 * 1024

suite('Hostile pages are ended, and good ones are read meanwhile:', () => {
  const reader = createReader({ timeLimit: 3 * SECOND })
  after(() => reader.close())

  const attributes = Array.from({ length: 6_000 }, (_, index) => `a${index}=b`).join(' ')
  const pages: [name: string, html: string][] = [
    ['nested boxes', '<div>'.repeat(2 * MANY)],
    ['nested boxes that are closed', '<div>'.repeat(MANY) + 'a' + '</div>'.repeat(MANY / 2)],
    ['nested inline elements', '<b>'.repeat(3 * MANY)],
    ['nested boxes with text', '<div>word, '.repeat(MANY / 2)],
    ['misnested formatting', '<b><p></b>'.repeat(5_000)],
    ['many elements', '<p>word</p>'.repeat(7_000)],
    ['many empty elements', '<br>'.repeat(2 * MANY)],
    ['many breaks with text', '<br><br>a'.repeat(5_000)],
    [
      'many siblings of one class',
      '<div class="a"><p>The word, and the other word, of it.</p></div>'.repeat(10_000),
    ],
    ['many attributes', `<p ${attributes}>word</p>`],
    ['many classes', `<p class="${'a '.repeat(2 * MANY)}">word</p>`],
    ['a long style', `<p style="${'overflow:hidden;'.repeat(12_000)}">word</p>`],
    ['nested tables', '<table><tr><td>'.repeat(12_000)],
    ['a wide table', `<table>${'<tr>' + '<td>a</td>'.repeat(2000)}`.repeat(10)],
    ['nested lists', '<ul><li>a'.repeat(18_000)],
    ['spaces', `<p>${' '.repeat(8 * MANY)}x</p>`],
    ['spaces and letters', `<p>${' \n\t a'.repeat(6_000)}</p>`],
    ['opening brackets', '<'.repeat(MANY)],
    ['half of an element', `<p>${'</p'.repeat(2 * MANY)}`],
    ['commas', `<p class="byline">${','.repeat(4 * MANY)}</p>`],
    ['a long byline', `<p class="byline">By ${'| - '.repeat(MANY)}</p><p>word</p>`],
    ['colons in a title', `<title>${': '.repeat(2 * MANY)}</title><h1>${': '.repeat(MANY)}</h1>`],
    ['entities', `<p>${'&amp;'.repeat(6_000)}${'&notin;'.repeat(12_000)}</p>`],
    [
      'nested JSON-LD',
      `<script type="application/ld+json">${'['.repeat(25_000)}${']'.repeat(25_000)}</script><p>word</p>`,
    ],
    [
      'deep JSON-LD',
      `<script type="application/ld+json">${'{"@graph":'.repeat(10_000)}1${'}'.repeat(10_000)}</script><p>word</p>`,
    ],
    ['many sources', `<img srcset="${'a.png 1w, '.repeat(MANY / 2)}">`],
    ['many pictures', '<picture><source srcset="a 1w"><img src=a></picture>'.repeat(5_000)],
    ['many links', '<a href="https://example.org/?a">a</a> '.repeat(5_000)],
    ['a long address', `<a href="/${'a'.repeat(4 * MANY)}">word</a>`],
    ['data', `<img src="data:image/png;base64,${'A'.repeat(8 * MANY)}">`],
    ['noscripts', '<noscript><img src=a>'.repeat(12_000)],
    ['drawings', '<svg><title>a</title>'.repeat(12_000)],
    ['formulas', '<math><mi>a'.repeat(18_000)],
    ['comments', `<!--${'-- '.repeat(MANY)}`],
    ['NUL', '\0'.repeat(8 * MANY)],
    ['one long word', `<p>${'a'.repeat(8 * MANY)}</p>`],
    ['nested code', '<pre><code>'.repeat(18_000)],
    ['nested headings', '<h1><a>#'.repeat(18_000)],
  ]
  for (const [name, html] of pages) {
    test(name, async () => {
      const [extraction, good] = await Promise.all([
        reader.read(pageOf(html)),
        reader.read(corpusPage('short-note')),
      ])
      assert.ok(
        extraction.outcome === 'article' ||
          (extraction.outcome === 'unreadable' && extraction.reason.endsWith('.')),
      )
      assert.equal(good.outcome, 'article')
    })
  }

  const texts: [name: string, text: string][] = [
    ['lines', '\n'.repeat(4 * MANY)],
    ['indentation', ' '.repeat(8 * MANY)],
    ['headings', '# a\n'.repeat(MANY)],
    ['fences', '```\n'.repeat(MANY)],
    ['hashes', '#'.repeat(4 * MANY)],
    ['marks', `# a${' #'.repeat(MANY)}`],
    ['brackets', '['.repeat(25_000)],
    ['nested quotations', '>'.repeat(25_000)],
    ['nested emphasis', '*a '.repeat(9_000)],
    ['links in links', '[a]('.repeat(6_000)],
  ]
  for (const [name, text] of texts) {
    test(`${name} in Markdown`, async () => {
      const extraction = await reader.read(pageOf(text, { mediaType: 'text/markdown' }))
      assert.notEqual(extraction.outcome, 'link')
    })
  }
})

function slowPage() {
  return pageOf(
    `<article>${'<div class="a"><p>The word, and the other word.</p></div>'.repeat(60_000)}</article>`,
  )
}

function textOf(extraction: Extraction): string | undefined {
  return extraction.outcome === 'article' ? extraction.article.text : undefined
}

function reasonOf(extraction: Extraction): string | undefined {
  return extraction.outcome === 'unreadable' ? extraction.reason : undefined
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
