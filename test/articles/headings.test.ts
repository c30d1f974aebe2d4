import assert from 'node:assert/strict'
import { test } from 'node:test'
import { headingsOf } from '../../src/articles/headings.ts'
import { renderArticle } from '../../src/articles/render-article.ts'
import { presentArticle as present } from './present.ts'

test('every heading can be linked to, by its own id or by one that no page can contain', () => {
  assert.equal(
    present('<h1>A</h1><p id="~1">x</p><h2 id="b">B</h2><h3>C</h3>'),
    '<h2 id="article-~1">A</h2><p id="article-1">x</p><h2 id="article-b">B</h2><h3 id="article-~3">C</h3>',
  )
})

test('two headings with the same id get different ids', () => {
  assert.deepEqual(
    headingsOf(present('<h2 id="same">A</h2><h2 id="same">B</h2>')).map(({ id }) => id),
    ['article-same', 'article-~2'],
  )
})

test('headings are read with their level and plain text', () => {
  assert.deepEqual(
    headingsOf(present('<h2>A &amp; <em>b</em>\n c</h2><p>x</p><h4><a href="#x">D</a></h4>')),
    [
      { id: 'article-~1', level: 2, text: 'A & b c' },
      { id: 'article-~2', level: 4, text: 'D' },
    ],
  )
})

test('headings without text or without an id are left out of the outline', () => {
  assert.deepEqual(headingsOf(present('<h2> <br></h2>')), [])
  assert.deepEqual(headingsOf('<h2>A</h2>'), [])
})

test('a very long heading is cut, never within a character', () => {
  const [heading] = headingsOf(present(`<h2>${'x'.repeat(159)}${'😀'.repeat(500)}</h2>`))
  assert.equal(heading?.text, `${'x'.repeat(159)}…`)
})

test('hostile headings stay text', () => {
  const html = present('<h2 id="a&quot; onclick=&quot;alert(1)">&lt;script&gt;alert(1)&lt;/script&gt;</h2>')
  assert.equal(html, '<h2 id="article-aonclickalert1">&lt;script&gt;alert(1)&lt;/script&gt;</h2>')
  assert.equal(headingsOf(html)[0]?.text, '<script>alert(1)</script>')
})

test('the outline has a limited number of headings', () => {
  const { headings } = renderArticle('<h2>x</h2>'.repeat(2000))
  assert.equal(headings.length, 500)
})
