import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { imageName } from '../../src/articles/images.ts'
import { renderArticle } from '../../src/articles/render-article.ts'
import {
  parseRendered,
  serializeRendered,
  fillInImages,
  TOO_COMPLEX,
} from '../../src/articles/rendered-article.ts'
import { presentArticle } from './present.ts'

const KEPT = { href: '/images/kept', width: 3, height: 2 }

test('the stored article contains its markup, and the positions and sources of its images', () => {
  const rendered = renderArticle(
    '<h2>On <img src="https://a.org/1" alt="links"></h2><p>a<img src="inline:x">b</p>',
  )
  assert.deepEqual(rendered, {
    html: '<h2 id="article-~1">On </h2><p>ab</p>',
    images: [
      { at: 23, name: imageName('https://a.org/1'), alt: 'links' },
      { at: 32, name: imageName('inline:x'), alt: '' },
    ],
    headings: [{ id: 'article-~1', level: 2, text: 'On links' }],
    imageSources: ['https://a.org/1'],
  })
  assert.deepEqual(parseRendered(serializeRendered(rendered)), rendered)
})

test('an article of several lines is parsed as it was serialized', () => {
  const rendered = renderArticle('<pre>a\n\nb</pre>\n')
  assert.equal(parseRendered(serializeRendered(rendered))?.html, '<pre>a\n\nb</pre>\n')
  assert.equal(parseRendered(TOO_COMPLEX), undefined)
})

test('an image replaces its alternative text once it is stored', () => {
  const html = '<p>A <img src="https://a.org/1" alt="&quot;cat&quot; &lt;b&gt;"> B</p>'
  assert.equal(presentArticle(html), '<p>A &quot;cat&quot; &lt;b&gt; B</p>')
  assert.equal(
    presentArticle(html, { 'https://a.org/1': KEPT }),
    '<p>A <img src="/images/kept" alt="&quot;cat&quot; &lt;b&gt;" width="3" height="2" loading="lazy" decoding="async" /> B</p>',
  )
})

const FORGERIES = [
  '<img src="0" />',
  '&lt;img src="0" /&gt;',
  '<p title=\'<img src="0" />\'>x</p>',
  '<img src="0" alt=\'<img src="1" />\'>',
  '<!-- <img src="0" /> -->',
  '<xmp><img src="0" /></xmp>',
  '<a href=\'https://a.org/<img src="0" />\'>x</a>',
  '<img src="https://a.org/1" alt="one">',
  '<p>',
  'text',
  '<',
  '"',
]

test('nothing in an article can take the place of another image', () => {
  const soup = fc.array(fc.constantFrom(...FORGERIES), { maxLength: 12 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(soup, (html) => {
      const { html: safe, images } = renderArticle(html)
      assert.doesNotMatch(safe, /<img/)
      const shown = fillInImages({ html: safe, images }, () => KEPT)
      const tags = shown.match(/<img [^>]*>/g) ?? []
      assert.equal(tags.length, images.length)
      for (const tag of tags) assert.match(tag, /^<img src="\/images\/kept" alt="[^"<>]*" width="3" /)
      // Where nothing is kept, all that is added are words.
      assert.doesNotMatch(
        fillInImages({ html: safe, images }, () => undefined),
        /<img/,
      )
    }),
    { numRuns: 500 },
  )
})

test('images beyond a thousand are shown as their alternative text', () => {
  const { images, html } = renderArticle('<img src="https://a.org/1" alt="x">'.repeat(1003))
  assert.equal(images.length, 1000)
  assert.equal(html, 'xxx')
})
