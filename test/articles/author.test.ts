import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { cleanAuthor } from '../../src/articles/author-name.ts'
import { pageOf, readMetadata } from './corpus.ts'

suite('The name of an author', () => {
  const names: [text: string, name: string | null][] = [
    ['By Ann Lee', 'Ann Lee'],
    ['by: Ann Lee', 'Ann Lee'],
    ['Von Ann Lee', 'Ann Lee'],
    ['Par Ann Lee', 'Ann Lee'],
    ['Por: Ann Lee', 'Ann Lee'],
    ['Di Wu', 'Di Wu'],
    ['Von Miller', 'Von Miller'],
    ['Von Redaktion', null],
    ['Posted by Ann Lee on May 5, 2020', 'Ann Lee'],
    ['Written by Ann Lee', 'Ann Lee'],
    ['Text: Ann Lee', 'Ann Lee'],
    ['Автор: Анна Ли', 'Анна Ли'],
    ['文：李安', '李安'],
    ['View all posts by Ann Lee', 'Ann Lee'],
    ['More from Ann Lee', 'Ann Lee'],
    ['Ann Lee Follow @annlee', 'Ann Lee'],
    ['Ann Lee, Staff Writer', 'Ann Lee'],
    ['Ann Lee, Quay Science Writer', 'Ann Lee'],
    ['Ann Lee (Reporter)', 'Ann Lee'],
    ['Ann Lee and Bo Li, Associated Press', 'Ann Lee and Bo Li'],
    ['The Associated Press', 'The Associated Press'],
    ['Ann Lee | 12 May 2020', 'Ann Lee'],
    ['12 May 2020 · By Ann Lee', 'Ann Lee'],
    ['Ann Lee Updated 5:30 pm', 'Ann Lee'],
    ['Ann Lee5 min read', 'Ann Lee'],
    ['J. R. O&#039;Neill', "J. R. O'Neill"],
    ['Staff', null],
    ['Quay Staff', null],
    ['admin', null],
    ['Redaktion', null],
    ['Last updated: 7 January 2025', null],
    ['https://example.org/ann', null],
    ['@ann', null],
    ['', null],
  ]
  for (const [text, name] of names) {
    test(`in "${text}" is ${name}`, () => assert.equal(cleanAuthor(text), name))
  }
})

const text = '<p>The ferry leaves at six, before the gulls are awake.</p>'
const linked = (thing: object): string =>
  `<script type="application/ld+json">${JSON.stringify(thing)}</script>`

suite('The author of a page is', () => {
  const authors: [rule: string, html: string, author: string | null][] = [
    ['whom its byline names', `<h1>Rain</h1><div class="byline">By Ann Lee</div>${text}`, 'Ann Lee'],
    [
      'the name alone of what is marked',
      `<div itemprop="author">By <a rel="author" href="/a">Ann Lee</a> 12 May</div>${text}`,
      'Ann Lee',
    ],
    [
      'all who are named together',
      `<a rel="author" href="/a">Ann Lee</a> and <a rel="author" href="/b">Bo Li</a>${text}`,
      'Ann Lee, Bo Li',
    ],
    [
      'each of several, though one name begins another',
      `<a rel="author" href="/a">Dan Li</a> and <a rel="author" href="/b">Dan Lindqvist</a>${text}`,
      'Dan Li, Dan Lindqvist',
    ],
    [
      'not who wrote what else is there',
      `<a rel="author" href="/a">Ann Lee</a>${text.repeat(5)}<a rel="author" href="/b">Bo Li</a>`,
      'Ann Lee',
    ],
    ['not who comments', `<div id="comments"><span class="author">Bo Li</span></div>${text}`, null],
    [
      'a person rather than the site',
      `<meta name="author" content="Quay Paper"><meta property="og:site_name" content="Quay Paper"><span class="author-name">Ann Lee</span>${text}`,
      'Ann Lee',
    ],
    [
      'named in a graph of JSON-LD, by its @id',
      linked({
        '@graph': [
          { '@type': 'Person', '@id': '#ann', name: 'Ann Lee' },
          {
            '@type': 'NewsArticle',
            headline: 'Rain',
            datePublished: '2024-01-02',
            author: [{ '@id': '#ann' }, 'Bo Li'],
          },
        ],
      }),
      'Ann Lee, Bo Li',
    ],
    [
      'named in JSON-LD with line breaks in its texts and a comma too many',
      '<script type="application/ld+json">{"@type":"Article","headline":"Rain\n again","author":{"name":"Ann Lee",},}</script>',
      'Ann Lee',
    ],
    [
      'that of the article, not of a list before it',
      linked({
        '@graph': [
          { '@type': 'Article', name: 'Other' },
          { '@type': 'Article', headline: 'Rain', datePublished: '2024-01-02', author: 'Ann Lee' },
        ],
      }),
      'Ann Lee',
    ],
    [
      'all in JSON-LD where a meta names the first',
      `<meta name="author" content="Ann Lee">${linked({ '@type': 'Article', author: ['Ann Lee', 'Bo Li'] })}`,
      'Ann Lee, Bo Li',
    ],
  ]
  for (const [rule, html, author] of authors) {
    test(rule, () => assert.equal(readMetadata(pageOf(html)).author, author))
  }
})
