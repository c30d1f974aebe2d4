import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { pageOf, readMetadata } from './corpus.ts'

const head = (title: string, metas = ''): string =>
  `<!doctype html><html><head><title>${title}</title>${metas}</head><body>`
const shared = (title: string): string => `<meta property="og:title" content="${title}">`
const site = (name: string): string => `<meta property="og:site_name" content="${name}">`

const titles: [rule: string, html: string, title: string | null][] = [
  [
    'the heading that begins the title, without the name of the site behind it',
    `${head('How rain is counted — The Quay Paper')}<h1>How rain is counted</h1>`,
    'How rain is counted',
  ],
  [
    'the heading that ends the title, without the name before it',
    `${head('Quay Paper: How rain is counted')}<h1>How rain is counted</h1>`,
    'How rain is counted',
  ],
  [
    'the heading between a site and its section',
    `${head('Quay | How rain is counted | Weather')}<h1>How rain is counted</h1>`,
    'How rain is counted',
  ],
  [
    'the heading where the shared title names the site as well',
    `${head('x', shared('How rain is counted - Quay'))}<h1>How rain is counted</h1>`,
    'How rain is counted',
  ],
  [
    'the heading of one word, where it is a whole part of the title',
    `${head('Rain - Openpedia')}<h1>Rain</h1>`,
    'Rain',
  ],
  [
    'not the sign of the site, which is a heading too',
    `${head('How rain is counted | The Long Quay Paper')}<h1 class="logo">The Long Quay Paper</h1><h2>How rain is counted</h2>`,
    'How rain is counted',
  ],
  [
    'not a heading that leads to the first page',
    `${head('The Long Quay Paper: Rain in May')}<h1><a href="/">The Long Quay Paper</a></h1><p>Text</p>`,
    'Rain in May',
  ],
  [
    'not a heading within a link to the first page',
    `${head('Rain in May, at last')}<a href="https://example.org/"><h1>The Long Quay Paper</h1></a><p>Text</p>`,
    'Rain in May, at last',
  ],
  [
    'the heading that is marked as that of the article, before the sign',
    `${head('The Long Quay Paper: Rain in May')}<h1>The Long Quay Paper</h1><h3 class="post-title entry-title">Rain in May</h3>`,
    'Rain in May',
  ],
  [
    'the heading in full where the declared title is cut short',
    `${head('x', shared('How rain is counted on the islands of the...'))}<h1>How rain is counted on the islands of the north</h1>`,
    'How rain is counted on the islands of the north',
  ],
  [
    'the title without the kicker in its heading',
    `${head('How rain is counted', shared('How rain is counted'))}<h1><span>Weather</span> How rain is counted</h1>`,
    'How rain is counted',
  ],
  [
    'the only heading where it says the same in other words',
    `${head('Rain on the islands is counted', shared('How rain on islands is counted'))}<h1>How the rain on our islands is counted by hand</h1>`,
    'How the rain on our islands is counted by hand',
  ],
  [
    'the declared title where the only heading says something else',
    `${head('How rain is counted')}<h1>Weather and tides</h1>`,
    'How rain is counted',
  ],
  [
    'the title without the name of the site where there is no heading',
    `${head('How rain is counted « Quay Paper', site('Quay Paper'))}`,
    'How rain is counted',
  ],
  [
    'the title without the name and what the site says of itself',
    `${head('How rain is counted | Quay Paper - News from the harbour', site('Quay Paper'))}`,
    'How rain is counted',
  ],
  [
    'the title without the name as the address has it',
    `${head('How rain is counted | Example')}`,
    'How rain is counted',
  ],
  [
    'with its entities decoded that were encoded twice',
    `${head('x', shared('Rain &amp;amp; shine: &amp;#8216;at last&amp;#8217;'))}`,
    'Rain & shine: ‘at last’',
  ],
  [
    'spelt as it is declared where the heading shouts',
    `${head('How rain is counted - Quay')}<h1>HOW RAIN IS COUNTED</h1>`,
    'How rain is counted',
  ],
  [
    'the heading without a sign to click on',
    `${head('Counting rain — Handbook')}<h1>Counting rain<a href="#counting">¶</a></h1>`,
    'Counting rain',
  ],
  [
    'not the heading of a list beside the article',
    `${head('Rain in May | Popular on the quay today')}<aside><h2>Popular on the quay today</h2></aside>`,
    'Rain in May | Popular on the quay today',
  ],
  [
    'in scripts that leave no spaces',
    `${head('離島の雨の数え方｜港の新聞')}<h1>離島の雨の数え方</h1>`,
    '離島の雨の数え方',
  ],
  ['the heading alone', '<h1>On <i>rain</i></h1><p>It rained.</p>', 'On rain'],
]

suite('The title of a page is', () => {
  for (const [rule, html, title] of titles) {
    test(rule, () => assert.equal(readMetadata(pageOf(html)).title, title))
  }
})
