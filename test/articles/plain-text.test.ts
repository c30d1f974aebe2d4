import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toText } from '../../src/articles/plain-text.ts'

const examples: [title: string, html: string, expected: string][] = [
  [
    'a blank line between paragraphs',
    '<h2>A</h2><p>b\n  <b>c</b>d</p>\n<div><p>e</p></div>f',
    'A\n\nb cd\n\ne\n\nf',
  ],
  ['a new line for each break', '<p>a<br>b<br><br>c</p>', 'a\nb\n\nc'],
  [
    'list items with a dash',
    '<p>x</p><ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li><li></li></ul><p>y</p>',
    'x\n\n- a\n- b\n- c\n\nd\n\ny',
  ],
  [
    'tabs between the cells of a row',
    '<table>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr><tr><td><p>1</p><p>2</p></td><td></td><td>3</td></tr></table>',
    'a\tb\n1 2\t\t3',
  ],
  [
    'preformatted text as it is',
    '<p>a</p><pre>\n  b\n\n    c  d\n</pre><p>e</p>',
    'a\n\n  b\n\n    c  d\n\ne',
  ],
  [
    'no markup, images, scripts or hidden things',
    'a<img src="https://example.org" alt="b"><script>c</script><svg><text>d</text></svg><p hidden>e</p><!-- f -->',
    'a',
  ],
  [
    'what follows a hidden list as if the list were not there',
    '<ul hidden><li>a</li></ul>b<ul><li>c</li></ul>d',
    'b\n\n- c\n\nd',
  ],
  ['what follows hidden preformatted text', '<pre hidden>a</pre><p>b\n  c</p>', 'b c'],
  ['characters that cannot be seen are not there', '<p>a\u202eb\u{e0041}c\u0000d</p>', 'abcd'],
  ['references are read once', '<p>&lt;b&gt; &amp;lt; &nbsp;&eacute;</p>', '<b> &lt; é'],
  [
    'formulas as LaTeX where that is known',
    '<p>x = <math alttext="\\frac{a}{b}"><mfrac><mi>a</mi><mi>b</mi></mfrac></math>.</p>',
    'x = \\frac{a}{b}.',
  ],
  ['characters without their reading', '<p><ruby>離島<rt>りとう</rt></ruby>の雨</p>', '離島の雨'],
  ['nothing of nothing', ' <p> </p> ', ''],
]

for (const [title, html, expected] of examples) {
  test(title, () => assert.equal(toText(html), expected))
}

test('excessive nesting is cut', () => {
  assert.equal(toText(`a ${'<b>'.repeat(100_000)}b`), 'a')
})
