import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { suite, test } from 'node:test'
import type { Article, WebPage, Extraction } from '../../src/articles/page.ts'
import { extractPage } from '../../src/articles/extract-page.ts'
import { corpusNames, corpusPage, pageOf } from './corpus.ts'

const FERRY = 'The ferry leaves at six,'
const RAINED = 'when at last it rained.'
const ADVICE = 'Open it in your browser and save it with the extension.'

suite('The article of a page', () => {
  const articles: [name: string, title: string, first: string, last: string, words: number][] = [
    ['lazy-images', 'Pictures that come late', FERRY, 'The notebook lies open on the table.', 158],
    ['srcset-picture', 'Many sizes', FERRY, RAINED, 147],
    ['noscript-image', 'Without scripts', FERRY, RAINED, 149],
    ['amp', 'Das Wasser der Insel', 'Im dritten Jahr', 'als es endlich regnete.', 82],
    ['right-to-left', 'مياه الجزيرة', 'في السنة الثالثة', 'نزل المطر أخيرا.', 87],
    ['tables', 'Rain by year', FERRY, RAINED, 157],
    ['code', 'Counting lines', FERRY, RAINED, 168],
    ['footnotes', 'On notes', FERRY, 'half past six. ↩', 147],
    ['base', 'Elsewhere', FERRY, 'Here it ends.', 162],
    ['data-uris', 'In the page itself', FERRY, RAINED, 147],
    ['broken', 'Loud markup', FERRY, RAINED, 149],
    ['json-ld', 'The third year', 'old', RAINED, 148],
    ['short-note', 'Closed until Thursday', 'The library on the quay', 'answered in the morning.', 30],
    [
      'about-captchas',
      'Just a moment... on the history of the captcha',
      'Verify you are human:',
      'who asked for it politely.',
      214,
    ],
    ['hidden-text', 'What is seen', FERRY, RAINED, 153],
    ['hidden-until-scripts', 'Shown by scripts', FERRY, RAINED, 147],
    ['embeds', 'Moving pictures', FERRY, RAINED, 155],
    ['list-page', 'All the pages', FERRY, RAINED, 294],
  ]
  for (const [name, title, first, last, words] of articles) {
    test(`is found: ${name}`, async () => {
      const { metadata, article } = await readArticle(corpusPage(name))
      assert.equal(metadata.title, title)
      assert.equal(article.text.slice(0, first.length), first)
      assert.equal(article.text.slice(-last.length), last)
      assert.equal(article.wordCount, words)
      assert.equal(article.readingMinutes, 1)
      assert.ok(article.markdown.includes(first))
    })
  }

  test('is found in each page of the corpus', () => {
    const expected = readFileSync(new URL('corpus/pages.json', import.meta.url), 'utf8')
    const tested = [...articles.map(([name]) => name), ...obstacles.map(([name]) => name)]
    assert.deepEqual(corpusNames().sort(), [...tested, ...Object.keys(JSON.parse(expected) as object)].sort())
  })
})

const obstacles: [name: string, reason: string][] = [
  ['paywall-shell', 'The site shows the whole of this page to its subscribers only.'],
  ['cookie-wall', 'The site asks about cookies before it shows this page.'],
  ['bot-wall', 'The site checks for a person before it shows this page.'],
  ['login', 'The site asks to log in before it shows this page.'],
  ['soft-404', 'The site says that there is no such page any more.'],
  ['empty-shell', 'The page is empty until scripts fill it, and they do not run here.'],
]

suite('A page without an article is recognised', () => {
  for (const [name, reason] of obstacles) {
    test(name, async () => {
      const reading = await extractPage(corpusPage(name))
      assert.equal(reading.outcome === 'unreadable' && reading.reason, `${reason} ${ADVICE}`)
      // A wall's own title is not the article's.
      assert.equal(reading.metadata.title !== null, ['paywall-shell', 'empty-shell'].includes(name))
    })
  }

  const others: [html: string, reason: string][] = [
    ['', 'The page is empty.'],
    ['<p></p>', `There is nothing to read on this page. ${ADVICE}`],
    [
      '<title>Attention Required! | Cloudflare</title><p>Sorry, you have been blocked.</p>',
      `The site checks for a person before it shows this page. ${ADVICE}`,
    ],
    [
      '<title>Artikel</title><p>Der Anfang eines Artikels über Wasser.</p><p>Jetzt weiterlesen mit unserem Abo.</p>',
      `The site shows the whole of this page to its subscribers only. ${ADVICE}`,
    ],
    ['<h1>ページが見つかりません</h1>', `The site says that there is no such page any more. ${ADVICE}`],
    [
      '<p>Подтвердите, что вы не робот</p>',
      `The site checks for a person before it shows this page. ${ADVICE}`,
    ],
  ]
  for (const [html, reason] of others) {
    test(html, async () => {
      const reading = await extractPage(pageOf(html))
      assert.equal(reading.outcome === 'unreadable' && reading.reason, reason)
    })
  }

  test('by the address of a login page', async () => {
    const url = 'https://example.org/login?next=/a'
    const reading = await extractPage(pageOf('<h1>Welcome</h1><p>Use your card.</p>', { url }))
    const reason = `The site asks to log in before it shows this page. ${ADVICE}`
    assert.equal(reading.outcome === 'unreadable' && reading.reason, reason)
  })
})

suite('Images', () => {
  test('that are lazy-loaded are found where scripts look for them', async () => {
    assert.deepEqual(imagesOf(await readArticle(corpusPage('lazy-images'))), [
      'https://example.org/img/harbour.jpg',
      'https://cdn.example.net/barrels.png',
      'https://example.org/rain.webp',
    ])
  })

  test('have about the widest source that is offered', async () => {
    assert.deepEqual(imagesOf(await readArticle(corpusPage('srcset-picture'))), [
      'https://example.org/p/wide.webp',
      'https://example.org/s/1280.jpg',
      'https://example.org/c/w_600,h_400/two.jpg',
    ])
  })

  test('in noscript elements appear once', async () => {
    assert.deepEqual(imagesOf(await readArticle(corpusPage('noscript-image'))), [
      'https://img.example.org/ferry.jpg',
      'https://example.org/img/gull.jpg',
    ])
  })

  test('in noscript elements replace hidden ones', async () => {
    const html =
      '<p>Text<img style="display:none" data-src="/a.png"><noscript><img src="/a.png"></noscript></p>'
    assert.deepEqual(imagesOf(await readArticle(pageOf(html))), ['https://example.org/a.png'])
  })

  test('of AMP are images', async () => {
    assert.deepEqual(imagesOf(await readArticle(corpusPage('amp'))), ['https://example.org/bild.jpg'])
  })

  test('contained in the page are stored by their hash, except formats that may contain scripts', async () => {
    const reading = await readArticle(corpusPage('data-uris'))
    const source = 'inline:0pzvUGythIt8kawRyzO6q2qVwGigfaLyfmSZKU0wKhU'
    assert.deepEqual(imagesOf(reading), [source, source])
    const { inlineImages } = reading.article
    assert.deepEqual(
      inlineImages.map(({ source, body }) => [source, body.length, [...body.subarray(1, 4)]]),
      [[source, 475, [0x50, 0x4e, 0x47]]],
    )
  })
})

suite('The markup of an article', () => {
  test('has absolute addresses, and only those of the web', async () => {
    const { article, metadata } = await readArticle(corpusPage('base'))
    assert.deepEqual(linksOf(article), [
      'https://static.example.com/book/two.html',
      '#end',
      'mailto:ann@example.org',
    ])
    assert.ok(article.html.includes('src="https://static.example.com/book/map.png"'))
    assert.equal(metadata.imageUrl, 'https://static.example.com/book/cover.png')
  })

  test('keeps code with its lines and language, without buttons and anchors', async () => {
    const { html } = (await readArticle(corpusPage('code'))).article
    assert.ok(html.includes('<h2 id="how">How it is done</h2>'))
    const code = 'for (const line of lines) {\n  if (line &lt; 3) count(line)\n}'
    assert.ok(html.includes(`<pre><code class="language-js">${code}</code></pre>`))
    assert.ok(html.includes('<pre class="language-python">def f(x):\n    return x * 2\n</pre>'))
  })

  test('keeps tables', async () => {
    const { article } = await readArticle(corpusPage('tables'))
    assert.ok(article.html.includes('<caption>Rain in millimetres</caption>'))
    assert.ok(article.html.includes('<tr><td>2022</td><td>122</td><td><img'))
  })

  test('keeps footnotes and formulas, hidden beside a rendering or not', async () => {
    const { html } = (await readArticle(corpusPage('footnotes'))).article
    assert.ok(html.includes('<sup id="r1"><a href="#f1">1</a></sup>'))
    assert.ok(html.includes('<li id="f1"><p>The timetable of 1971 says half past six. <a href="#r1">↩</a>'))
    assert.ok(html.includes('<math><mi>E</mi><mo>=</mo>'))
    assert.ok(html.includes('<math><mi>a</mi><mo>+</mo><mi>b</mi></math>'))
    assert.ok(!html.includes('ab.svg'))
  })

  test('is right-to-left if the page is', async () => {
    const { html } = (await readArticle(corpusPage('right-to-left'))).article
    assert.ok(html.startsWith('<div dir="rtl">') && html.endsWith('</div>'))
  })

  test('reads attributes in capitals and broken nesting', async () => {
    const { html } = (await readArticle(corpusPage('broken'))).article
    assert.ok(html.includes('<a href="https://example.org/next.html">The next page</a>'))
    assert.ok(html.includes('<img src="https://example.org/loud.gif" alt="Loud">'))
    assert.ok(!/<t[rd]/.test(html))
  })

  test('has plain links for videos, and none for advertising', async () => {
    const { article } = await readArticle(corpusPage('embeds'))
    assert.deepEqual(linksOf(article), [
      'https://www.youtube.com/watch?v=abcdefghijk',
      'https://example.org/v/rain.mp4',
    ])
    assert.ok(article.html.includes('>Video on YouTube: The crossing</a>'))
    assert.ok(!article.html.includes('iframe') && !article.html.includes('video'))
  })

  test('contains nothing that is invisible on the page', async () => {
    const { html, text, markdown } = (await readArticle(corpusPage('hidden-text'))).article
    for (const written of [html, text, markdown]) {
      assert.ok(written.includes('A small print that is seen.'))
      assert.ok(!/Ignore|Hidden|Off the screen|For screen readers|Too small|No height/.test(written))
    }
  })

  test('does not repeat the title', async () => {
    for (const name of ['lazy-images', 'right-to-left', 'broken']) {
      const { metadata, article } = await readArticle(corpusPage(name))
      assert.ok(!article.html.includes(`>${metadata.title}<`), name)
    }
  })

  test('is cut before a million characters, and says so', async () => {
    const paragraph = `<p>${'A long page, word by word, '.repeat(20)}</p>`
    const { html, text } = (await readArticle(pageOf(`<article>${paragraph.repeat(3000)}</article>`))).article
    assert.ok(html.length > 900_000 && html.length <= 1_000_000, String(html.length))
    assert.ok(text.endsWith('The rest of this very long page is not kept.'))
  })

  test('contains the content of a shadow tree, but no template', async () => {
    const html = '<a-b><template shadowrootmode="open"><p>Seen.</p></template></a-b><template>No.</template>'
    assert.equal((await readArticle(pageOf(html))).article.text, 'Seen.')
  })

  test('keeps text that looks like an entity as written', async () => {
    const html = '<p>Write &amp;lt; for &lt;, as in <a href="/?a=1&amp;lt=2">this</a>.</p>'
    const { article } = await readArticle(pageOf(html))
    assert.equal(
      article.html,
      '<p>Write &amp;lt; for &lt;, as in <a href="https://example.org/?a=1&amp;lt=2">this</a>.</p>',
    )
  })
})

suite('The metadata of an article', () => {
  const metadata: [
    name: string,
    author: string | null,
    language: string | null,
    publishedAt: string | null,
  ][] = [
    ['lazy-images', 'Mara Lind', 'en', '2024-03-05T09:20:30.000Z'],
    ['amp', 'Ann Röder', 'de', '2023-07-09T08:00:00.000Z'],
    ['json-ld', 'Noor Vos', 'nl-NL', '2022-02-03T04:05:06.000Z'],
    ['about-captchas', 'Tom Vale, Lu Reyes', 'en', '2019-05-12T00:00:00.000Z'],
    ['paywall-shell', 'Jo Berg, Ida Sten', 'en', '2025-11-02T00:00:00.000Z'],
    ['right-to-left', null, 'ar', null],
    ['broken', null, 'EN'.toLowerCase(), null],
  ]
  for (const [name, author, language, publishedAt] of metadata) {
    test(`${name}: by ${author}`, async () => {
      const { metadata } = await extractPage(corpusPage(name))
      assert.equal(metadata.author, author)
      assert.equal(metadata.language, language)
      assert.equal(metadata.publishedAt, publishedAt && Date.parse(publishedAt))
    })
  }

  test('may be only in JSON-LD', async () => {
    const { metadata } = await extractPage(corpusPage('amp'))
    assert.equal(metadata.siteName, 'Inselblatt')
    assert.equal(metadata.excerpt, 'Vom Regen.')
    assert.equal(metadata.imageUrl, 'https://example.org/titel.jpg')
  })

  test('may be its first heading', async () => {
    const { metadata, article } = await readArticle(pageOf('<h1>On <i>rain</i></h1><p>It rained.</p>'))
    assert.equal(metadata.title, 'On rain')
    assert.equal(article.html, '<p>It rained.</p>')
  })

  test('may be in its text', async () => {
    const text =
      '<p>The ferry leaves at six, before the gulls are awake, and the harbour shrinks.</p>'.repeat(9)
    const byline = '<p class="byline">By Mara Lind | <time datetime="2021-02-03">3 February</time></p>'
    const { metadata } = await readArticle(pageOf(`<article>${byline}${text}</article>`))
    assert.equal(metadata.author, 'Mara Lind')
    assert.equal(metadata.publishedAt, Date.parse('2021-02-03T00:00:00Z'))
  })
})

suite('The charset of a page is detected', () => {
  const samples: [charset: string, hex: string, text: string][] = [
    ['shift_jis', '93fa967b8cea82cc95b68fcd82c582b78142', '日本語の文章です。'],
    ['windows-1251', 'cff0e8e2e5f22c20ece8f021', 'Привет, мир!'],
  ]
  for (const [charset, hex, text] of samples) {
    test(charset, async () => {
      const sentence = Buffer.from(hex, 'hex')
      const head = Buffer.from(`<meta charset=${charset}><p>`)
      const { article } = await readArticle(pageOf(Buffer.concat([head, sentence])))
      assert.equal(article.text, text)
      assert.equal(article.html, `<p>${text}</p>`)
    })
  }
})

suite('Other types of page', () => {
  test('A plain text becomes paragraphs, with its code unchanged', async () => {
    const text = 'First line\nsecond <line>\n\n\n  int main() {\n    return 0;\n  }\n\nThe end.\n'
    const { metadata, article } = await readArticle(pageOf(text, { mediaType: 'text/plain' }))
    assert.equal(metadata.title, 'First line')
    assert.equal(
      article.html,
      '<p>First line<br>second &lt;line&gt;</p>\n<pre>  int main() {\n    return 0;\n  }</pre>\n<p>The end.</p>',
    )
    assert.equal(article.text, 'First line\nsecond <line>\n\n  int main() {\n    return 0;\n  }\n\nThe end.')
  })

  test('Markdown is rendered, with absolute addresses and without invisible text', async () => {
    const markdown = [
      '# On *rain*',
      'It **rained**, [there](/b.md) and ![here](here.png).<!-- Obey. --><script>obey()</script>',
      '```js\n# no heading <b>\n```',
      '| a | b |\n| - | - |\n| 1 | 2 |',
      '- [x] done\n- [ ] open',
    ].join('\n\n')
    const { metadata, article } = await readArticle(pageOf(markdown, { mediaType: 'text/markdown' }))
    assert.equal(metadata.title, 'On *rain*')
    assert.equal(
      article.html.replaceAll('\n', ''),
      '<p>It <strong>rained</strong>, <a href="https://example.org/b.md">there</a> and ' +
        '<img src="https://example.org/here.png" alt="here">.</p>' +
        '<pre><code class="language-js"># no heading &lt;b&gt;</code></pre>' +
        '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>' +
        '<ul><li>☑ done</li><li>☐ open</li></ul>',
    )
    assert.equal(
      article.markdown,
      'It **rained**, [there](https://example.org/b.md) and [Image: here].\n\n' +
        '```js\n# no heading <b>\n```\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n\n- ☑ done\n- ☐ open',
    )
    assert.equal(article.text.split('\n')[0], 'It rained, there and .')
  })

  test('Markdown with excessive nesting keeps its text', async () => {
    const markdown = `${'- '.repeat(3000)}end`
    const { article } = await readArticle(pageOf(markdown, { mediaType: 'text/markdown' }))
    assert.match(article.text, /^(?:- )*end$/)
    assert.ok(article.html.match(/<li>/g)!.length < 40)
  })

  const texts: [mediaType: string, text: string, title: string | null][] = [
    ['text/plain', '\r\n  \r\n First line \r\nSecond', 'First line'],
    ['text/plain', '# Kept as it is', '# Kept as it is'],
    ['text/plain', '=====\n-----\nAfter rules', 'After rules'],
    ['text/plain', '<title>No HTML</title>', '<title>No HTML</title>'],
    ['text/markdown', '\n\n# A heading\n\nText', 'A heading'],
    ['text/markdown', '### *Deep*', '*Deep*'],
    ['text/markdown', '#hashtag', '#hashtag'],
    ['text/markdown', 'A heading\n=========', 'A heading'],
    ['text/plain', ' \n\t\n', null],
    ['text/plain', '', null],
    ['text/plain', 'x'.repeat(70_000), 'x'.repeat(500)],
  ]
  for (const [mediaType, text, title] of texts) {
    test(`${mediaType} ${JSON.stringify(text.slice(0, 40))} has the title ${title?.slice(0, 40)}`, async () => {
      assert.equal((await extractPage(pageOf(text, { mediaType }))).metadata.title, title)
    })
  }

  const links: [mediaType: string, body: string, shown: string][] = [
    ['image/png', '\x89PNG', 'image/png'],
    ['application/zip', 'PK', 'application/zip'],
    ['application/octet-stream', '\0\x01\x02', 'application/octet-stream'],
    ['', '\0\x01\x02', 'application/octet-stream'],
    ['', '', 'application/octet-stream'],
    ['video/mp4', '<title>x</title>', 'video/mp4'],
    ['nonsense', '<title>x</title>', 'nonsense'],
  ]
  for (const [mediaType, body, shown] of links) {
    test(`${mediaType || 'untyped'} ${JSON.stringify(body)} is a link`, async () => {
      const reading = await extractPage(pageOf(Buffer.from(body, 'latin1'), { mediaType }))
      assert.equal(reading.outcome === 'link' && reading.mediaType, shown)
      assert.equal(reading.metadata.title, null)
    })
  }

  test('A page without a type is read according to its content', async () => {
    for (const mediaType of ['', 'application/octet-stream']) {
      const { metadata } = await readArticle(
        pageOf('<!doctype html><title>A</title><p>Text</p>', { mediaType }),
      )
      assert.equal(metadata.title, 'A')
    }
    const { article } = await readArticle(pageOf('Only text.', { mediaType: '' }))
    assert.equal(article.html, '<p>Only text.</p>')
  })
})

async function readArticle(page: WebPage): Promise<Extraction & { article: Article }> {
  const reading = await extractPage(page)
  assert.equal(reading.outcome, 'article', 'reason' in reading ? reading.reason : reading.outcome)
  return reading as Extraction & { article: Article }
}

function imagesOf({ article }: { article: Article }): string[] {
  return Array.from(article.html.matchAll(/<img src="([^"]*)"/g), ([, source]) => source!)
}

function linksOf({ html }: Article): string[] {
  return Array.from(html.matchAll(/href="([^"]*)"/g), ([, address]) => address!)
}
