import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toMarkdown } from '../../src/articles/markdown.ts'
import { renderArticle } from '../../src/articles/render-article.ts'

const examples: [title: string, html: string, expected: string][] = [
  [
    'headings, paragraphs and emphasis',
    '<h1>A</h1><p>b <em>c</em> <strong>d</strong> <s>e</s><br>f</p><hr><h3>x<br>y</h3>',
    '## A\n\nb *c* **d** ~~e~~\\\nf\n\n---\n\n### x y',
  ],
  [
    'lists, also in each other and numbered',
    '<ul><li>a<ol start="9"><li>b</li><li>c<p>d</p></li></ol></li><li><p>e</p></li></ul>',
    '- a\n  9. b\n  10. c\n\n      d\n- e',
  ],
  ['quotations', '<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>', '> a\n>\n> > b'],
  [
    'code with its language, fenced by more than is in it',
    '<pre><code class="language-ts">if (a &lt; b) {\n  ```\n}\n</code></pre><pre>x<br>y</pre><p><code>a`b</code></p>',
    '````ts\nif (a < b) {\n  ```\n}\n````\n\n```\nx\ny\n```\n\n``a`b``',
  ],
  [
    'tables, with their bars and wide cells',
    '<table><thead><tr><th>a</th><th>b|c</th></tr></thead><tbody><tr><td><p>1</p><p>2</p></td><td><ul><li>3</li></ul></td></tr><tr><td colspan="2">4</td></tr></tbody></table>',
    '| a | b\\|c |\n| --- | --- |\n| 1 2 | - 3 |\n| 4 |  |',
  ],
  [
    'a table without a head gets an empty one, one that lays out becomes paragraphs',
    '<table><tr><td>1</td><td>2</td></tr><tr><td>3</td><td></td></tr></table><table><tr><td><p>a</p></td><td>b</td></tr></table>',
    '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |\n\na\n\nb',
  ],
  [
    'links with words that lead to the web; the others are words',
    '<p><a href="https://example.org/a_(b)">c\nd</a> <a href="https://example.org"></a><a href="#n">e</a> <a href="javascript:x">f</a></p>',
    '[c d](https://example.org/a_%28b%29) e f',
  ],
  [
    'images are words, never addresses',
    '<p>a <img src="https://example.org/t.gif"> <img src="https://example.org/i.png" alt="A [cat](https://x.org)"></p>',
    'a [Image: A \\[cat\\](https://x.org)]',
  ],
  [
    'what looks like Markdown or markup stays text',
    '<p># a</p><p>![x](https://example.org) *b* &lt;script&gt; &amp;lt; 1 &lt; 2 &amp; 3</p>',
    '\\# a\n\n!\\[x\\](https://example.org) \\*b\\* &lt;script> &amp;lt; 1 < 2 & 3',
  ],
  [
    'what is hidden or no text is not there',
    '<p>a</p><p style="display:none">b</p><script>c</script><style>d</style><p><span hidden>e</span></p>',
    'a',
  ],
  [
    'text does not become markup together with the element after it',
    '<p>!<a href="https://example.org/t.gif">a</a> <span>!</span><a href="https://example.org">b</a> &lt;<i></i><span>script&gt;</span></p>',
    '\\![a](https://example.org/t.gif) \\![b](https://example.org/) &lt;script>',
  ],
  ['many breaks part paragraphs, the last ones nothing', '<p>a<br> <br>b<br>c<br></p>', 'a\n\nb\\\nc'],
  ['formulas as text', '<p>x = <math><mi>a</mi><mo>&lt;</mo><mi>b</mi></math></p>', 'x = a&lt;b'],
  [
    'no marks where a text needs none',
    '<p>a snake_case word, 2 * 3, C:\\dir, [1], <a href="https://example.org">[2]</a><sup>[3]</sup></p>',
    'a snake_case word, 2 * 3, C:\\dir, [1], [[2]](https://example.org/)[3]',
  ],
  [
    'marks where a text would become a link, a definition or a box of a list',
    '<p>[a]<span>(https://example.org)</span></p><p>[b]: https://example.org</p><ul><li>[x] c</li></ul><p><a href="https://example.org">d] e</a></p>',
    '\\[a\\](https://example.org)\n\n\\[b\\]: https://example.org\n\n- \\[x] c\n\n[d\\] e](https://example.org/)',
  ],
  [
    'emphasis in pieces, in itself and around nothing once or not at all',
    '<p><b>a</b><b>b</b> <b><strong>c</strong></b> <b> </b><i></i><em><br></em>d <b><i>e</i></b></p>',
    '**ab c**\\\nd ***e***',
  ],
  [
    'no emphasis whose marks would be read as stars',
    '<p>これは<b>「本」</b>です a<b>(b)</b>c <b>“d”</b> e</p>',
    'これは「本」です a(b)c **“d”** e',
  ],
  [
    'breaks between words only',
    '<p><b>a<br></b>b<br></p><div><br>c <i><br>d</i><br><p>e</p></div><ul><li>f<br></li></ul>',
    '**a**\\\nb\n\nc\\\n*d*\n\ne\n\n- f',
  ],
  [
    'formulas as LaTeX where that is known',
    '<p>x = <math alttext="\\frac{a_1}{b}"><mi>a</mi><mn>1</mn><mi>b</mi></math></p><math display="block" alttext="a*b"><mi>a</mi><mi>b</mi></math>',
    'x = $\\frac{a_1}{b}$\n\n$$a * b$$',
  ],
  [
    'characters without their reading',
    '<p><ruby>離島<rp>(</rp><rt>りとう</rt><rp>)</rp></ruby>の雨</p>',
    '離島の雨',
  ],
  [
    'cells that reach over rows',
    '<table><tr><th>a</th><th>b</th><th>c</th></tr><tr><td rowspan="2">1</td><td>2</td><td>3</td></tr><tr><td>4</td><td>5</td></tr></table>',
    '| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |',
  ],
  [
    'no noncharacters, which are never brackets',
    '<p>!\ufdd0x\ufdd1(//e.example/a.png) <img src="https://e.example/a.png" alt="\ufdd0a\u{e0041}\ufdd1(b)"></p>',
    '!x(//e.example/a.png) [Image: a(b)]',
  ],
  ['nothing of nothing', '<p> </p><div><br></div>', ''],
]

for (const [title, html, expected] of examples) {
  test(title, () => assert.equal(toMarkdown(renderArticle(html)), expected))
}

test('markup of more elements than any article has becomes plain text, still escaped', () => {
  const markdown = toMarkdown(
    renderArticle(`<p>![a](https://example.org) &lt;b&gt;</p>${'<p>x</p>'.repeat(50_000)}`),
  )
  assert.ok(markdown.startsWith('!\\[a\\](https://example.org) &lt;b>\n\nx\n\nx'))
})
