import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { articleText, textRunsOf } from '../../src/articles/article-text.ts'
import { insertMarks } from '../../src/articles/insert-marks.ts'
import type { Mark } from '../../src/articles/mark-segments.ts'
import { HOSTILE_MARKUP } from './hostile-markup.ts'
import { presentArticle } from './present.ts'

const LABELS = { start: 'Highlight', startWithNote: 'Highlight with a note', end: 'End of highlight' }

/** The marks of these passages, named a, b, …, in an article. */
function draw(html: string, ...passages: (string | [start: number, end: number])[]): string {
  const text = articleText(html)
  const marks = passages.map((passage, index): Mark => {
    const [start, end] =
      typeof passage === 'string' ? [text.indexOf(passage), text.indexOf(passage) + passage.length] : passage
    return { id: 'abcd'[index]!, start, end, colour: 'green', hasNote: index === 1 }
  })
  return insertMarks(html, textRunsOf(html), { marks, labels: LABELS })
}

/** Without what is the same in each mark. */
function bare(html: string): string {
  return html
    .replaceAll(/<mark class="highlight" data-highlights="([^"]*)" data-colour="green"/g, '<mark $1')
    .replaceAll(/ data-start="[^"]*"/g, ' start')
    .replaceAll(/ data-end="[^"]*"/g, ' end')
    .replaceAll(/id="highlight-(\w)"/g, '#$1')
}

describe('Marks in an article', () => {
  it('name their highlight, and begin with its id and end with texts for screen readers', () => {
    assert.equal(
      draw('<p>one two three</p>', 'two'),
      '<p>one <mark class="highlight" data-highlights="a" data-colour="green" id="highlight-a" data-start="Highlight" data-end="End of highlight">two</mark> three</p>',
    )
    assert.equal(draw('<p>one</p>'), '<p>one</p>')
  })

  const cases: [title: string, html: string, passages: (string | [number, number])[], expected: string][] = [
    [
      'cross elements, and leave the space between blocks alone',
      '<p>a <b>b</b> <i>c</i></p>\n<p>d</p>',
      ['b c\nd'],
      '<p>a <b><mark a #a start>b</mark></b><mark a> </mark><i><mark a>c</mark></i></p>\n<p><mark a end>d</mark></p>',
    ],
    [
      'overlap: the piece in both names both, and each can be jumped to',
      '<p>abcdef</p>',
      ['abcd', 'cdef'],
      '<p><mark a #a start>ab</mark><mark a b #b start end>cd</mark><mark b end>ef</mark></p>',
    ],
    [
      'begin at the same place',
      '<p>abcd</p>',
      ['ab', 'abcd'],
      '<p><span #b></span><mark a b #a start end>ab</mark><mark b end>cd</mark></p>',
    ],
    [
      'are not drawn in formulas',
      '<p>a <math><mi>x</mi></math> b</p>',
      ['a x b'],
      '<p><mark a #a start>a </mark><math><mi>x</mi></math><mark a end> b</mark></p>',
    ],
    [
      'count characters that are written as references, and line breaks as browsers do',
      '<p>a &amp;&lt;b&gt; c\r\nd e</p><pre>\nf g</pre>',
      ['<b>', 'd', 'f'],
      '<p>a &amp;<mark a #a start end>&lt;b&gt;</mark> c\r\n<mark b #b start end>d</mark> e</p><pre>\n<mark c #c start end>f</mark> g</pre>',
    ],
    [
      'do not part a character',
      '<p>a😀b</p>',
      [
        [0, 2],
        [2, 4],
      ],
      '<p><mark a #a start end>a😀</mark><mark b #b start end>b</mark></p>',
    ],
    [
      'of no text, or outside of it, are not drawn',
      '<p>ab</p>',
      [
        [1, 1],
        [-1, 1],
        [2, 9],
      ],
      '<p>ab</p>',
    ],
  ]
  for (const [title, html, passages, expected] of cases)
    it(title, () => assert.equal(bare(draw(html, ...passages)), expected))

  it('can’t be imitated by a page, whose class, id and attributes are removed', () => {
    const html = presentArticle(
      '<p>x <mark class="highlight" id="highlight-a" data-highlights="a" data-colour="green">y</mark> z</p>',
    )
    assert.equal(html, '<p>x <mark id="article-highlight-a">y</mark> z</p>')
    assert.equal(
      bare(draw(html, 'y z')),
      '<p>x <mark id="article-highlight-a"><mark a #a start>y</mark></mark><mark a end> z</mark></p>',
    )
  })

  it('leave the text unchanged and add only mark elements', () => {
    for (const html of HOSTILE_MARKUP.map((markup) => presentArticle(markup))) {
      const text = articleText(html)
      for (const [start, end] of [
        [0, text.length],
        [1, 3],
        [Math.floor(text.length / 2), text.length],
      ] as [number, number][]) {
        const drawn = draw(html, [start, end])
        assert.equal(articleText(drawn), text)
        assert.equal(drawn.replaceAll(/<mark class="highlight"[^>]*>([^<]*)<\/mark>/g, '$1'), html)
      }
    }
  })

  it('are limited where a thousand overlap: a piece names only some of them', () => {
    const html = `<p>${'word '.repeat(2000)}</p>`
    const marks = Array.from({ length: 1000 }, (_, index): Mark => ({
      id: `mark-${index}`,
      start: index,
      end: 9000 - index,
      colour: 'red',
      hasNote: false,
    }))
    assert.ok(insertMarks(html, textRunsOf(html), { marks, labels: LABELS }).length < 1_000_000)
  })
})
