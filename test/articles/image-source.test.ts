import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { extractPage } from '../../src/articles/extract-page.ts'
import { pageOf } from './corpus.ts'

const TEXT =
  '<p>The ferry leaves at six, before the gulls are awake, and the harbour has shrunk to a grey line when the first light comes over it.</p>'.repeat(
    6,
  )
const SHADE = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const at = (name: string): string => `https://example.org/img/${name}`

suite('An image of an article is kept', () => {
  const images: [rule: string, html: string, sources: string[]][] = [
    ['though its name begins like a placeholder', '<img src="/img/grey-heron.jpg">', [at('grey-heron.jpg')]],
    [
      'though it is of a telephone',
      '<img src="/img/google-pixel-4.jpg" data-id="7">',
      [at('google-pixel-4.jpg')],
    ],
    ['though it is called pixel, where there is no other', '<img src="/img/pixel.png">', [at('pixel.png')]],
    [
      'of a set with such a name',
      '<img src="/img/a.jpg" srcset="/img/loading-dock-400.jpg 400w, /img/loading-dock.jpg 1200w">',
      [at('loading-dock.jpg')],
    ],
    [
      'though it has a height of nought',
      '<img src="/img/lead.jpg" width="1200" height="0">',
      [at('lead.jpg')],
    ],
    [
      'though its size comes with the image',
      '<img src="/img/blank.gif" width="1" height="1" data-src="/img/lead.jpg">',
      [at('lead.jpg')],
    ],
    [
      'sharp, not blurred',
      '<img class="lazy" src="/img/lead-20x15.jpg" data-src="/img/lead.jpg">',
      [at('lead.jpg')],
    ],
    [
      'from any attribute that is an address of one',
      `<img src="${SHADE}" data-zoom-target="/img/lead.jpg?w=1">`,
      [`${at('lead.jpg')}?w=1`],
    ],
    [
      'from JSON in an attribute',
      `<img src="${SHADE}" data-attrs='{"id":1,"src":"https:\\/\\/example.org\\/img\\/lead.jpg","w":9}'>`,
      [at('lead.jpg')],
    ],
    [
      'from a set in any attribute',
      `<img src="${SHADE}" data-responsive="/img/s.jpg 300w, /img/l.jpg 1500w">`,
      [at('l.jpg')],
    ],
    [
      'from a figure that takes it in later',
      '<figure data-src="/img/lead.jpg"><figcaption>The quay</figcaption></figure>',
      [at('lead.jpg')],
    ],
    [
      'from a figure that microdata names by the address of its picture',
      '<figure itemid="/img/lead.jpg?w=1"><div></div><figcaption>The quay</figcaption></figure>',
      [`${at('lead.jpg')}?w=1`],
    ],
    [
      'from a box that shows it as its background later',
      '<div class="lazy" data-bg="/img/lead.webp"></div>',
      [at('lead.webp')],
    ],
    [
      'once, where a box and those without scripts show it',
      '<div data-src="/img/lead.jpg"><noscript><img src="/img/lead.jpg"></noscript></div>',
      [at('lead.jpg')],
    ],
    ['from an element of scripts', '<lazy-image src="/img/lead.jpg"></lazy-image>', [at('lead.jpg')]],
    [
      'in a figure whose class looks like what is beside an article',
      '<figure class="header-image sponsor"><img src="/img/lead.jpg"></figure>',
      [at('lead.jpg')],
    ],
    [
      'in a gallery',
      `<div class="gallery">${['a', 'b', 'c', 'd'].map((name) => `<section><a href="/img/${name}.jpg"><img src="/img/${name}.jpg"></a><h4>Quay ${name}</h4></section>`).join('')}<section>Swipe</section></div>`,
      ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg'].map(at),
    ],
    [
      'in a row of images',
      '<div><section><img src="/img/a.jpg"></section><section><img src="/img/b.jpg"></section></div>',
      ['a.jpg', 'b.jpg'].map(at),
    ],
  ]
  for (const [rule, html, sources] of images) {
    test(rule, async () => assert.deepEqual(sourcesIn(await articleOf(html)), sources))
  }
})

suite('An image that does not belong to the article is removed:', () => {
  const others: [rule: string, html: string][] = [
    ['a counting pixel', '<img src="/img/t.jpg" width="1" height="1">'],
    ['a counting pixel that says one size only', '<img src="/img/t.jpg" height="1">'],
    ['a spacer', '<img src="/img/t.jpg" width="300" height="1">'],
    ['what only keeps a place', `<img src="${SHADE}" data-ratio="1.5" data-name="a.b/c">`],
    [
      'the pictures of other pages',
      `<div class="gallery">${['a', 'b', 'c'].map((name) => `<a href="/${name}"><img src="/img/${name}.jpg">Another long headline of a page that is not this one</a>`).join('')}</div>`,
    ],
  ]
  for (const [rule, html] of others) {
    test(rule, async () => assert.deepEqual(sourcesIn(await articleOf(html)), []))
  }
})

test('A figure and an image keep their ids, so that links lead to them.', async () => {
  const html =
    '<figure id="footer-fig-1"><img id="i1" src="/img/a.jpg"></figure><p><a href="#footer-fig-1">Figure 1</a></p>'
  const article = await articleOf(html)
  assert.ok(article.includes('<figure id="footer-fig-1">'), article)
  assert.ok(article.includes('id="i1"'), article)
})

function sourcesIn(html: string): string[] {
  return Array.from(html.matchAll(/<img[^>]* ?src="([^"]*)"/g), ([, source]) => source!)
}

/** In the midst of a text. */
async function articleOf(html: string): Promise<string> {
  const reading = await extractPage(pageOf(`<title>T</title><article>${TEXT}${html}${TEXT}</article>`))
  assert.ok(reading.outcome === 'article')
  return reading.article.html
}
