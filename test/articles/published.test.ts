import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { parseVisibleDate } from '../../src/articles/visible-date.ts'
import { pageOf, readMetadata } from './corpus.ts'

const dayOf = (instant: number | null): string | null =>
  instant === null ? null : new Date(instant).toISOString().slice(0, 10)

suite('A date in a common notation is parsed:', () => {
  const dates: [text: string, language: string | null, day: string | null][] = [
    ['17 May 2024', 'en', '2024-05-17'],
    ['Published: May 17th, 2024 at 10:00', 'en', '2024-05-17'],
    ['Monday, March 5 2012', 'en', '2012-03-05'],
    ['Sept. 3, 2021', 'en', '2021-09-03'],
    ['10:12 p.m. EST Nov 19, 2019', 'en', '2019-11-19'],
    ["3 Sept '21", 'en', '2021-09-03'],
    ['vendredi 17 mai 2024', 'fr', '2024-05-17'],
    ['1er août 2019', 'fr', '2019-08-01'],
    ['le 3 decembre 2020', 'fr', '2020-12-03'],
    ['17. März 2024', 'de', '2024-03-17'],
    ['17 de mayo de 2024', 'es', '2024-05-17'],
    ['17 maggio 2024', null, '2024-05-17'],
    ['17 мая 2024 г.', 'ru', '2024-05-17'],
    ['5 listopada 2020', 'pl', '2020-11-05'],
    ['5. listopada 2020.', 'hr', '2020-10-05'],
    ['2024. május 17.', 'hu', '2024-05-17'],
    ['Ngày 17 tháng 5, 2024', 'vi', '2024-05-17'],
    ['17 مايو ٢٠٢٤', 'ar', '2024-05-17'],
    ['१७ मई २०२४', 'hi', '2024-05-17'],
    ['17 พ.ค. 2567', 'th', '2024-05-17'],
    ['2024年5月17日', 'ja', '2024-05-17'],
    ['2024년 5월 17일', 'ko', '2024-05-17'],
    ['2024. 5. 17.', 'ko', '2024-05-17'],
    ['2024/5/17 10:00', null, '2024-05-17'],
    ['17.05.2024', 'de', '2024-05-17'],
    ['05/06/2024', 'en-US', '2024-05-06'],
    ['05/06/2024', 'en-GB', '2024-06-05'],
    ['05/17/2024', 'fr', '2024-05-17'],
    ['12/31/19', 'en', '2019-12-31'],
    ['31 February 2020', 'en', null],
    ['0001-01-01', 'en', null],
    ['version 1.2.3.4 of 5/6', 'en', null],
    ['12 apples 2020', 'en', null],
    ['', 'en', null],
  ]
  for (const [text, language, day] of dates) {
    test(`${text} (${language}) is ${day}`, () => assert.equal(dayOf(parseVisibleDate(text, language)), day))
  }
})

const text = `<p>${'The ferry leaves at six, before the gulls are awake, and the harbour has shrunk. '.repeat(9)}</p>`
const linked = (thing: object): string =>
  `<script type="application/ld+json">${JSON.stringify(thing)}</script>`

suite('The publication date is', () => {
  const days: [rule: string, html: string, day: string | null, url?: string][] = [
    ['in a meta of some system', '<meta name="cms.firstPublished" content="2024-05-17 10:00">', '2024-05-17'],
    ['in a meta as people write it', '<meta name="publish-date" content="May 17, 2024">', '2024-05-17'],
    ['in JSON-LD', linked({ '@type': 'Article', datePublished: '2024-05-17' }), '2024-05-17'],
    [
      'not that of a video in the article',
      linked({ '@type': 'VideoObject', datePublished: '2020-01-02' }) +
        linked({ '@type': 'NewsArticle', datePublished: '2024-05-17' }),
      '2024-05-17',
    ],
    [
      'not a year of nought',
      `${linked({ '@type': 'Article', datePublished: '0001-01-01T00:00:00Z' })}<span class="date">17 May 2024</span>`,
      '2024-05-17',
    ],
    [
      'marked by microdata',
      '<span itemprop="datePublished" content="2024-05-17">yesterday</span>',
      '2024-05-17',
    ],
    [
      'marked by microdata in an aside',
      '<aside><time itemprop="datePublished" datetime="2024-05-17">17 May</time></aside>',
      '2024-05-17',
    ],
    [
      'marked as that of a feed entry',
      '<abbr class="published" title="2024-05-17T10:00:00Z">Friday</abbr>',
      '2024-05-17',
    ],
    [
      'the one that is shown as published, not the one of a change',
      '<time class="updated" datetime="2024-06-01">June</time><time class="entry-date published" datetime="2024-05-17">May</time>',
      '2024-05-17',
    ],
    [
      'not an event that the text tells of, before the one of the entry',
      `<time datetime="1999-01-01">1999</time><span class="post-date">17 May 2024</span>`,
      '2024-05-17',
    ],
    ['in the address', text, '2024-05-17', 'https://example.org/2024/05/17/rain'],
    ['in the address with the name of the month', text, '2024-05-17', 'https://example.org/2024/may/17/rain'],
    ['in the address without marks', text, '2024-05-17', 'https://example.org/news/20240517/rain'],
    ['not what looks like one in an address', text, null, 'https://example.org/20249917/2024/99/1'],
    [
      'in the address before that of any element',
      `<p class="date">1 June 2024</p>${text}`,
      '2024-05-17',
      'https://example.org/2024/05/17/rain',
    ],
    [
      'in an element that is named for it',
      `<div class="article__dateline">17 May 2024</div>${text}`,
      '2024-05-17',
    ],
    ['in a byline', `<p class="byline">By Ann Lee, 17 May 2024</p>${text}`, '2024-05-17'],
    [
      'in the order of the language of the page',
      `<html lang="en-GB"><p class="date">05/06/2024</p>${text}`,
      '2024-06-05',
    ],
    [
      'in a line below the title',
      `<h1>Rain in the north</h1><p>17 May 2024, Harbour</p>${text}`,
      '2024-05-17',
    ],
    ['in a line above the title', `<p>17 May 2024</p><h1>Rain in the north</h1>${text}`, '2024-05-17'],
    [
      'not in the table below the title',
      `<h1>Rain</h1><table><tr><td>Founded 17 May 1998</td></tr></table>${text}`,
      null,
    ],
    [
      'not in the midst of the text',
      `<h1>Rain in the north</h1>${text}<p>On 17 May 2024 it rained.</p>`,
      null,
    ],
    [
      'not that of a comment',
      `${text}<div class="comment"><time datetime="2024-05-17">17 May 2024</time></div>`,
      null,
    ],
    [
      'not that of another article',
      `${text}<ul class="related-posts"><li><span class="date">17 May 2024</span></ul>`,
      null,
    ],
    ['not that of the copyright', `${text}<p class="date">© 17 May 2024 Quay Paper</p>`, null],
    [
      'at last when it was changed',
      `<p class="date">Last updated 17 May 2024</p>${text}<time class="updated" datetime="2024-05-17">now</time>`,
      '2024-05-17',
    ],
    [
      'not what a script says',
      `<script>var date = '17 May 2024'</script><div class="date"><script>17 May 2024</script></div>${text}`,
      null,
    ],
  ]
  for (const [rule, html, day, url = 'https://example.org/rain'] of days) {
    test(rule, () => assert.equal(dayOf(readMetadata(pageOf(html, { url })).publishedAt), day))
  }
})
