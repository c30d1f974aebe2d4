import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseHTML } from 'linkedom'
import { ALLOWED_ATTRIBUTES, ALLOWED_ELEMENTS } from '../../src/articles/allow-list.ts'
import { presentArticle, withoutAnchors } from './present.ts'

const KEPT = { href: '/images/kept', width: 640, height: 480 }
const kept = { 'https://example.org/kept.png': KEPT, [KEPT.href]: KEPT }

const examples: [title: string, html: string, expected: string][] = [
  [
    'text structure, tables and code stay',
    '<section><h3>A</h3><dl><dt>t<dd>d</dl><table><caption>c</caption><tr><th scope="row" colspan="2">h</th></tr></table><pre><code class="x language-c++ y">a &lt; b</code></pre></section>',
    '<section><h3>A</h3><dl><dt>t</dt><dd>d</dd></dl><table><caption>c</caption><tr><th scope="row" colspan="2">h</th></tr></table><pre><code class="language-c++">a &lt; b</code></pre></section>',
  ],
  [
    'the first heading goes below that of the page, the others stay',
    '<h1>A</h1><h2>B</h2><h6>C</h6>',
    '<h2>A</h2><h2>B</h2><h6>C</h6>',
  ],
  [
    'styles, classes, handlers and data go',
    '<p style="color:red" class="a" onclick="x()" data-a="1" name="n" dir="rtl" lang="ar" title="t">x</p>',
    '<p dir="rtl" lang="ar" title="t">x</p>',
  ],
  [
    'anchors of the article are kept apart, and links to them follow',
    '<a href="#caf%C3%A9">1</a><p id="café">x</p><p id="content">y</p><p id=" \' ">z</p><a href="#">top</a>',
    '<a href="#article-café">1</a><p id="article-café">x</p><p id="article-content">y</p><p>z</p>top',
  ],
  [
    'links lead to the web and to mail, and tell nobody where from',
    '<a href="https://example.org/a?b&c" target="_top" rel="opener">1</a><a href="mailto:a@example.org">2</a>',
    '<a href="https://example.org/a?b&amp;c" rel="noopener noreferrer">1</a><a href="mailto:a@example.org" rel="noopener noreferrer">2</a>',
  ],
  [
    'links to anything else become their words',
    '<a href="java&Tab;script:x">1</a><a href="data:text/html,x">2</a><a href="/own">3</a><a href="//example.org">4</a><a href="https://me:pw@example.org">5</a><a href="blob:https://example.org/1">6</a>',
    '123456',
  ],
  [
    'a kept image is shown from where it is kept',
    '<img src="https://example.org/kept.png" srcset="https://example.org/big.png 2x" alt="A &quot;cat&quot;" width="1" onload="x">',
    '<img src="/images/kept" alt="A &quot;cat&quot;" width="640" height="480" loading="lazy" decoding="async" />',
  ],
  [
    'another image leaves its words, or nothing',
    '<p><img src="https://example.org/1.png" alt="A <cat>">, <img src="https://example.org/2.png"><picture><source srcset="https://example.org/3.png"><img alt=""></picture>end</p>',
    '<p>A &lt;cat&gt;, end</p>',
  ],
  [
    'a player becomes a link',
    '<iframe src="https://maps.example.org/embed/1" title="A film"></iframe><video><source src="https://example.org/a.mp4?b"><p>Old browser</p></video>',
    '<a href="https://maps.example.org/embed/1" rel="noopener noreferrer">A film</a><a href="https://example.org/a.mp4?b" rel="noopener noreferrer">example.org/a.mp4</a>',
  ],
  [
    'a player without a web address goes',
    'a<iframe srcdoc="<p>x</p>"></iframe><object data="data:text/html,x">y</object><embed src="javascript:x"><video>z</video>b',
    'ab',
  ],
  [
    'formulas stay, without what is not drawn',
    '<math display="block" href="https://x.org"><semantics><mfrac linethickness="2px"><mi mathvariant="normal" onclick="x">a</mi><mspace width="99999em"/></mfrac><annotation encoding="application/x-tex">\\frac</annotation></semantics></math>',
    '<math display="block"><mfrac linethickness="2px"><mi mathvariant="normal">a</mi><mspace></mspace></mfrac></math>',
  ],
  [
    'what is raw text or no text goes with its content',
    'a<script>1</script><style>2</style><textarea>3</textarea><svg><text>4</text></svg><noscript><p>5</p></noscript><template>6</template><title>7</title><select><option>8</select><xmp>9</xmp>b',
    'ab',
  ],
  [
    'what the page hid stays hidden',
    '<p hidden>1</p><p style="color: red; DISPLAY : none">2</p><img src="https://example.org/kept.png" hidden><span style="font-size:0">3</span><span style="opacity:0.5">4</span>',
    '<span>4</span>',
  ],
  ['unknown elements go around their content', '<foo-bar><font>a</font><center>b</center></foo-bar>', 'ab'],
  [
    'characters that turn or hide text go',
    `<p title="a\u202eb">a\u202eb\u{e0041}c\u0000d&#1;e</p>`,
    '<p title="ab">abcd\ufffde</p>'.replace('\ufffd', ''),
  ],
  ['an unfinished tag or comment is no text', '<p>a</p><!-- b <p>c', '<p>a</p>'],
]

for (const [title, html, expected] of examples) {
  test(title, () => assert.equal(withoutAnchors(presentArticle(html, kept)), expected))
}

const misplaced: [html: string, expected: string][] = [
  ['<table><div><table></table></div>x</table>', '<table>x</table>'],
  ['<ul><li><div><li>x</li></div></li></ul>', '<ul><li><div>x</div></li></ul>'],
  ['<dl><dt><div><dt>x</dt></div></dl>', '<dl><dt><div>x</div></dt></dl>'],
  ['<h2><div><h3><h4>x</h4></h3></div></h2>', '<h2><div>x</div></h2>'],
  ['<math><section><div>x</div></section></math>', '<math>x</math>'],
  ['<mi>x</mi><tr><td>y</td></tr><li>z</li>', 'xyz'],
  [
    '<a href="https://a.org"><b><a href="https://b.org">x</a></b></a>',
    '<a href="https://a.org/" rel="noopener noreferrer"><b>x</b></a>',
  ],
  ['</div></section></main>x</body>', 'x'],
]

test('an element stays only where a browser would leave it', () => {
  for (const [html, expected] of misplaced) assert.equal(withoutAnchors(presentArticle(html, kept)), expected)
})

test('text is kept at any depth that a browser supports', () => {
  const nested = (depth: number): string => '<div>'.repeat(depth) + 'x' + '</div>'.repeat(depth)
  const shown = '<div>'.repeat(40) + 'x' + '</div>'.repeat(40)
  assert.equal(presentArticle(nested(40), kept), shown)
  assert.equal(presentArticle(nested(500), kept), shown)
  assert.equal(presentArticle(`a${nested(100_000)}`, kept), `a${shown.replace('x', '')}`)
})

const FRAGMENTS = [
  '<p>',
  '</p>',
  '<div id=content>',
  '</div>',
  '<table>',
  '<tr>',
  '<td>',
  '</table>',
  '<svg>',
  '</svg>',
  '<math>',
  '<mtext>',
  '<mglyph>',
  '<annotation-xml encoding="text/html">',
  '</math>',
  '<style>',
  '</style>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?xml',
  '<a href="javascript:x">',
  '<a href=https://a.org>',
  '</a>',
  '<img src=x onerror=x>',
  '<img src=https://example.org/kept.png>',
  '<iframe src=https://a.org>',
  '</iframe>',
  '<form>',
  '<input name=x>',
  '<noscript>',
  '</noscript>',
  '<textarea>',
  '</textarea>',
  '<li>',
  '<ul>',
  '</ul>',
  '<video src=https://a.org>',
  '</video>',
  '<h1>',
  '<h2>',
  '</h2>',
  '<title>',
  '</title>',
  '<template>',
  '"',
  "'",
  '>',
  '<',
  '=',
  '&lt;',
  '&#60',
  '\u0000',
  ' onload=x ',
  'text',
  '<b ',
  '<x/',
  '<pre>',
  '<dl><dt>',
]

test('only allowed markup remains of any tag soup, and sanitising again changes nothing', () => {
  const soup = fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 40 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(soup, (html) => {
      const shown = presentArticle(html, kept)
      const { document } = parseHTML(`<html><body>${shown}</body></html>`)
      for (const element of document.body.querySelectorAll('*')) {
        const name = element.localName
        assert.ok(ALLOWED_ELEMENTS.includes(name), `${name} in ${shown}`)
        const attributes = [...ALLOWED_ATTRIBUTES['*']!, ...(ALLOWED_ATTRIBUTES[name] ?? []), 'class']
        for (const attribute of element.attributes) assert.ok(attributes.includes(attribute.name), shown)
      }
      assert.equal(withoutAnchors(presentArticle(shown, kept)), withoutAnchors(shown))
    }),
    { numRuns: 2000 },
  )
})
