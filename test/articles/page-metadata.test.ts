import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { cleanText } from '../../src/articles/clean-text.ts'
import { pageOf, readMetadata } from './corpus.ts'
import type { PageMetadata } from '../../src/articles/page.ts'
import type { WebPage } from '../../src/articles/page.ts'
import { parseInstant } from '../../src/articles/parse-instant.ts'

const NOTHING = {
  title: null,
  siteName: null,
  excerpt: null,
  imageUrl: null,
  language: null,
  author: null,
  publishedAt: null,
}

test('The title, site, excerpt, image, language, author and date are read from a page.', () => {
  const html = `<!doctype html><html lang="en-gb"><head>
    <title>On hypermedia – Example</title>
    <meta property="og:title" content="On hypermedia">
    <meta property="og:site_name" content="Example">
    <meta name="description" content="Links &amp; forms.">
    <meta property="og:image" content="/cover.png">
    <meta name="author" content="By Ann Lee">
    <meta property="article:published_time" content="2024-02-29">
    </head><body><p>Text</p></body></html>`
  assert.deepEqual(read(html), {
    title: 'On hypermedia',
    siteName: 'Example',
    excerpt: 'Links & forms.',
    imageUrl: 'https://example.org/cover.png',
    language: 'en-GB',
    author: 'Ann Lee',
    publishedAt: 1709164800000,
  })
})

suite('The title', () => {
  const titles: [says: string, html: string, title: string | null][] = [
    ['is the title element', '<title>Plain</title>', 'Plain'],
    [
      'is rather the one for sharing',
      '<title>Long – Site</title><meta property=og:title content=Long>',
      'Long',
    ],
    [
      'has no site name behind it',
      '<title>Long – Site</title><meta property=og:site_name content=Site>',
      'Long',
    ],
    [
      'may end like the site name',
      '<title>On this Site</title><meta property=og:site_name content=Site>',
      'On this Site',
    ],
    ['may come from a card', '<meta name="twitter:title" content="Card">', 'Card'],
    ['may be named by name or in capitals', '<META NAME="OG:Title" CONTENT="Capital">', 'Capital'],
    [
      'is not the name of the site where there is a better one',
      '<meta property=og:site_name content=Site><meta property=og:title content=Site><title>Article</title>',
      'Article',
    ],
    [
      'is the name of the site where there is none',
      '<meta property=og:site_name content=Site><meta property=og:title content=Site>',
      'Site',
    ],
    [
      'is the first that holds anything',
      '<title> </title><title>Second</title><title>Third</title>',
      'Second',
    ],
    ['is not what a drawing is called', '<svg><g><title>Logo</title></g></svg><title>Page</title>', 'Page'],
    [
      'is not what a script or a comment says',
      '<script>"<title>A</title>"</script><!--<title>B</title>-->',
      null,
    ],
    ['keeps what looks like a tag', '<title>The <b> element</title>', 'The <b> element'],
    ['has its entities decoded', '<title>R&eacute;sum&#233; &#x1F600; &lt;i&gt;</title>', 'Résumé 😀 <i>'],
    ['is one line', '<title>\n  One\t\r\n line\u00a0only </title>', 'One line only'],
    ['holds no control characters', '<title>a\u0007b\u009fc\u007f</title>', 'abc'],
    ['holds no marks that turn the text around it', '<title>\u202Eabc\u2066</title>', 'abc'],
    ['may be cut off by the end of the page', '<title>Half of', 'Half of'],
    ['is found without a head', 'hello <title>Headless</title>', 'Headless'],
    ['is found in broken nesting', '</p></div><b><i></b><head></i><title>Nested</p></title>', 'Nested</p>'],
    ['is found in a body that opened too early', '<body><div><title>Late</title></div>', 'Late'],
    [
      'is not looked for in the body after a title',
      '<title>A</title><body><meta name=og:title content=B>',
      'A',
    ],
    ['is null where there is none', '<p>Hello</p>', null],
  ]
  for (const [says, html, title] of titles) test(says, () => assert.equal(read(html).title, title))

  test('contains no NUL and no lone surrogate', () => {
    assert.equal(read('<title>a\0b&#0;c&#xD83D;d</title>').title, 'ab\ufffdc\ufffdd')
    assert.equal(cleanText('a\0b\ud83dc\ude00', 100), 'abc')
  })

  test('contains no invisible text', () => {
    const tags = [...'obey'].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')
    const selectors = '\u{e0100}\u{e0158}'
    assert.equal(read(`<title>News${tags} of${selectors} to\u2062day</title>`).title, 'News of today')
    // One of 240 after each Han character would carry a hidden text.
    assert.equal(read('<title>葛\u{e0100}城</title>').title, '葛城')
  })

  test('is cut at 500 units without splitting a surrogate pair', () => {
    assert.equal(read(`<title>${'x'.repeat(600)}</title>`).title, 'x'.repeat(500))
    assert.equal(read(`<title>${'x'.repeat(499)}😀</title>`).title, 'x'.repeat(499))
    assert.equal(read(`<title>${'x'.repeat(498)}😀y</title>`).title, `${'x'.repeat(498)}😀`)
    assert.equal(read(`<title>${'x'.repeat(499)} y</title>`).title, 'x'.repeat(499))
  })
})

suite('The excerpt and the site name', () => {
  test('come from the first source that is not empty', () => {
    assert.equal(read(meta('description', ' ') + meta('og:description', 'Shared')).excerpt, 'Shared')
    assert.equal(read(meta('og:description', 'Shared') + meta('description', 'Own')).excerpt, 'Own')
    assert.equal(read(meta('description', 'First') + meta('description', 'Second')).excerpt, 'First')
    assert.equal(read(meta('twitter:description', 'Card')).excerpt, 'Card')
    assert.equal(read(meta('application-name', 'App')).siteName, 'App')
    assert.equal(read(meta('application-name', 'App') + meta('og:site_name', 'Site')).siteName, 'Site')
  })

  test('are cut at 500 and 100', () => {
    assert.equal(read(meta('description', 'x'.repeat(600))).excerpt, 'x'.repeat(500))
    assert.equal(read(meta('og:site_name', 'x'.repeat(600))).siteName, 'x'.repeat(100))
  })
})

suite('The image', () => {
  const images: [says: string, html: string, url: string | null][] = [
    ['is resolved against the page', meta('og:image', 'a b.png'), 'https://example.org/posts/a%20b.png'],
    [
      'is resolved against its base',
      `<base href="/media/">${meta('og:image', 'a.png')}`,
      'https://example.org/media/a.png',
    ],
    [
      'is resolved against the first base with an address',
      `<base target=x><base href="//cdn.example/"><base href="/no/">${meta('og:image', 'a.png')}`,
      'https://cdn.example/a.png',
    ],
    [
      'is not resolved against a base that is no web address',
      `<base href="data:x,">${meta('og:image', '/a.png')}`,
      'https://example.org/a.png',
    ],
    ['may be http', meta('twitter:image', 'http://example.com/a.png'), 'http://example.com/a.png'],
    ['is no script', meta('og:image', 'javascript:alert(1)'), null],
    ['is no data', meta('og:image', 'data:image/png;base64,AAAA'), null],
    ['holds no credentials', meta('og:image', 'https://ann:secret@example.org/a.png'), null],
    ['is no broken address', meta('og:image', 'https://'), null],
    ['is dropped when it is too long', meta('og:image', `/${'x'.repeat(2048)}`), null],
    [
      'is the next one when the first is of no use',
      meta('og:image', 'data:x,') + meta('twitter:image', '/b.png'),
      'https://example.org/b.png',
    ],
  ]
  for (const [says, html, url] of images) test(says, () => assert.equal(read(html).imageUrl, url))
})

suite('The language', () => {
  const languages: [html: string, language: string | null][] = [
    ['<html lang=de>', 'de'],
    ['<html LANG="pt-br">', 'pt-BR'],
    ['<html lang="zh-hant-tw">', 'zh-Hant-TW'],
    ['<html lang="en_US">', 'en-US'],
    ['<html xml:lang="fr">', 'fr'],
    ['<meta http-equiv="Content-Language" content="nl">', 'nl'],
    [meta('og:locale', 'en_GB'), 'en-GB'],
    [`<html lang="">${meta('og:locale', 'sv')}`, 'sv'],
    [`<html lang="{{ lang }}">${meta('og:locale', 'sv')}`, 'sv'],
    ['<html lang="x-default">', null],
    ['<html lang="en, de">', null],
    ['<html lang="en-a-a-a">', null],
    ['<html lang="javascript">', null],
  ]
  for (const [html, language] of languages) {
    test(`of ${html} is ${language}`, () => assert.equal(read(html).language, language))
  }
})

suite('The author', () => {
  const long = 'Ann, Bo; '.repeat(100)
  const authors: [html: string, author: string | null][] = [
    [meta('author', 'Ann'), 'Ann'],
    [meta('article:author', 'https://example.org/ann') + meta('parsely-author', 'Bo'), 'Bo'],
    [meta('author', '@ann'), null],
    [meta('author', 'ann@example.org'), null],
    [meta('author', long), long.slice(0, 200).trim()],
    [meta('citation_author', 'Lee, Ann') + meta('citation_author', 'Bo Li'), 'Ann Lee, Bo Li'],
    [linked({ author: 'Ann' }), 'Ann'],
    [linked({ author: { name: 'Ann' } }), 'Ann'],
    [linked({ author: [{ name: 'Ann' }, { name: 'Bo' }, 'Cy', 7, null] }), 'Ann, Bo, Cy'],
    [linked({ author: { name: ['Ann'] } }), 'Ann'],
    [linked({ author: { '@id': '#a' } }) + linked({ '@id': '#a', '@type': 'Person', name: 'Ann' }), 'Ann'],
    [linked({ author: 'https://example.org/ann' }), null],
    ['<script type="application/ld+json">{"@type":"Article","author":</script>', null],
  ]
  for (const [html, author] of authors) {
    test(`of ${html.slice(0, 120)} is ${author?.slice(0, 20)}`, () => assert.equal(read(html).author, author))
  }
})

suite('The publication date', () => {
  const days: [text: string, day: string | null][] = [
    ['2024-03-05', '2024-03-05T00:00:00.000Z'],
    ['2024-03-05T10:20', '2024-03-05T10:20:00.000Z'],
    ['2024-03-05 10:20:30', '2024-03-05T10:20:30.000Z'],
    ['2024-03-05T10:20:30.123456+0200', '2024-03-05T08:20:30.000Z'],
    ['2024-03-05T10:20:30z', '2024-03-05T10:20:30.000Z'],
    ['2019/05/12', '2019-05-12T00:00:00.000Z'],
    ['20190512', '2019-05-12T00:00:00.000Z'],
    ['2019', '2019-01-01T00:00:00.000Z'],
    ['Tue, 05 Mar 2024 10:20:30 GMT', '2024-03-05T10:20:30.000Z'],
    ['1709634030', '2024-03-05T10:20:30.000Z'],
    ['1709634030000', '2024-03-05T10:20:30.000Z'],
    ['Tue, 05 Mar 2024 10:20:30', null],
    ['2024-13-45', null],
    ['1989-12-31', null],
    ['2100-01-01', null],
    ['yesterday', null],
    ['', null],
    ['1'.repeat(100_000), null],
  ]
  for (const [text, day] of days) {
    test(`${text.slice(0, 40)} is ${day}`, () => {
      assert.equal(parseInstant(text), day && Date.parse(day))
    })
  }

  test('is that of the article rather than that of the page', () => {
    const html = meta('date', '2020-01-01') + linked({ datePublished: '2021-01-01' })
    assert.equal(read(html).publishedAt, Date.parse('2021-01-01T00:00:00Z'))
    const own = meta('article:published_time', '2022-01-01')
    assert.equal(read(own + html).publishedAt, Date.parse('2022-01-01T00:00:00Z'))
  })
})

suite('The charset', () => {
  const samples: [charset: string, hex: string, text: string][] = [
    ['utf-8', 'e697a5e69cac', '日本'],
    ['shift_jis', '93fa967b8cea', '日本語'],
    ['euc-jp', 'c6fccbdcb8ec', '日本語'],
    ['iso-2022-jp', '1b2442467c4b5c1b2842', '日本'],
    ['gbk', 'd6d0cec4', '中文'],
    ['gb18030', 'd6d0cec4', '中文'],
    ['big5', 'a4a4a4e5', '中文'],
    ['euc-kr', 'c7d1b1b9', '한국'],
    ['windows-1251', 'cff0e8e2e5f2', 'Привет'],
    ['koi8-r', 'f0d2c9d7c5d4', 'Привет'],
    ['iso-8859-1', '93636166e994', '“café”'],
    ['windows-1252', '93636166e994', '“café”'],
  ]
  for (const [charset, hex, text] of samples) {
    const title = wrap('<title>', Buffer.from(hex, 'hex'), '</title>')

    test(`${charset} is read from the header`, () => {
      assert.equal(read(title, { charset }).title, text)
    })

    test(`${charset} is read from a meta element`, () => {
      assert.equal(read(wrap(`<!-- <meta charset=utf-16> --><meta charset="${charset}">`, title)).title, text)
    })

    test(`${charset} is read from an http-equiv`, () => {
      const declaration = `<meta content='text/html; charset=${charset}' http-equiv="content-type">`
      assert.equal(read(wrap(declaration, title)).title, text)
    })
  }

  const title = wrap('<title>', Buffer.from('636166c3a9', 'hex'), '</title>')

  test('is that of the byte order mark, whatever else is declared', () => {
    assert.equal(read(wrap(Buffer.from('efbbbf', 'hex'), title), { charset: 'shift_jis' }).title, 'café')
    const utf16 = Buffer.from('\ufeff<title>café</title>', 'utf16le')
    assert.equal(read(utf16, { charset: 'utf-8' }).title, 'café')
    assert.equal(read(Buffer.from(utf16).swap16()).title, 'café')
  })

  test('is that of the header rather than that of the page', () => {
    assert.equal(read(wrap('<meta charset=shift_jis>', title), { charset: 'utf-8' }).title, 'café')
  })

  test('is the next declared one if its name is unknown', () => {
    assert.equal(read(wrap('<meta charset=utf-8>', title), { charset: 'klingon' }).title, 'café')
    assert.equal(read(wrap('<meta charset=klingon>', title), { charset: 'none' }).title, 'café')
  })

  test('is UTF-8 when the page says UTF-16 in ASCII', () => {
    assert.equal(read(wrap('<meta charset=utf-16le>', title)).title, 'café')
  })

  test('is that of an XML declaration', () => {
    const page = wrap('<?xml version="1.0" encoding="windows-1252"?>', '<title>', Buffer.of(0xe9), '</title>')
    assert.equal(read(page, { mediaType: 'application/xhtml+xml' }).title, 'é')
  })

  test('is UTF-8 by default, and windows-1252 if that fails', () => {
    assert.equal(read(title).title, 'café')
    assert.equal(read(wrap('<title>caf', Buffer.of(0xe9), '</title>')).title, 'café')
  })

  test('is still detected as UTF-8 if the page was cut within a character', () => {
    assert.equal(read(wrap(title, Buffer.of(0xe6, 0x97))).title, 'café')
  })
})

test('HTML without metadata has none.', () => {
  assert.deepEqual(read('<!-- hello -->'), NOTHING)
})

suite('Two megabytes of hostile text are read, and their content is found:', () => {
  const pieces = [
    '<',
    '</',
    '<b>',
    '<i></b>',
    '<svg>',
    '<svg><title>',
    '<!--',
    '<![CDATA[',
    '<?xml ',
    '&',
    '&amp;',
    '<title',
    '<title>',
    '<form>',
    '<p>',
    '</p>',
    '<a b=c ',
    '<meta charset=x>',
    '<meta name=a content="',
    '\0',
    ' ',
    '\ufffd',
  ]
  for (const piece of pieces) {
    test(JSON.stringify(piece), () => {
      const hostile = piece.repeat(2_000_000 / piece.length)
      assert.equal(read(`<html lang=en><title>First</title>${hostile}`).title, 'First')
      assert.doesNotThrow(() => read(hostile))
      assert.doesNotThrow(() => read(`<title>${hostile}`))
    })
  }
})

function read(body: string | Buffer, about: Partial<WebPage> = {}): PageMetadata {
  return readMetadata(pageOf(body, { url: 'https://example.org/posts/1?a=b', ...about }))
}

function meta(name: string, content: string): string {
  return `<meta property="${name}" content="${content}">`
}

function linked(thing: object): string {
  return `<script type="application/ld+json">${JSON.stringify({ '@type': 'Article', ...thing })}</script>`
}

function wrap(...parts: (string | Buffer)[]): Buffer {
  return Buffer.concat(parts.map((part) => Buffer.from(part)))
}
