import assert from 'node:assert/strict'
import { test } from 'node:test'
import { highlightCode } from '../../src/articles/highlight-code.ts'
import { renderArticle } from '../../src/articles/render-article.ts'
import { fillInImages } from '../../src/articles/rendered-article.ts'
import { toMarkdown } from '../../src/articles/markdown.ts'

const highlight = (html: string) => highlightCode(renderArticle(html)).html
/** The text of markup, with its references left as they are. */
const textOf = (html: string) => html.replace(/<[^>]*>/g, '')

test('code in a known language is highlighted, and its text stays the same', () => {
  const code = 'const a = "x &lt; y" // why &amp; how\n'
  const html = highlight(`<p>So:</p><pre><code class="language-js">${code}</code></pre>`)
  assert.match(html, /<span class="code-keyword">const<\/span>/)
  assert.match(html, /<span class="code-string">&quot;x &lt; y&quot;<\/span>/)
  assert.match(html, /<span class="code-comment">\/\/ why &amp; how<\/span>/)
  assert.equal(textOf(html).replaceAll('&quot;', '"'), `So:${code}`)
  assert.match(
    highlight('<pre class="language-python">def f(x): return None</pre>'),
    /<span class="code-keyword">def</,
  )
})

test('a site’s own highlighting is replaced', () => {
  const html = highlight(
    '<pre><code class="language-js"><span class="k">const</span> a<br>let b</code></pre>',
  )
  assert.equal(
    html,
    '<pre><code class="language-js"><span class="code-keyword">const</span> a\n<span class="code-keyword">let</span> b</code></pre>',
  )
})

test('code in an unknown language, with other markup in it, or of great length is unchanged', () => {
  for (const html of [
    '<pre><code>const a = 1</code></pre>',
    '<pre><code class="language-nonsense">const a = 1</code></pre>',
    '<pre><code class="language-__proto__">const a = 1</code></pre>',
    '<pre><code class="language-js">const <b>a</b> = 1</code></pre>',
    `<pre><code class="language-js">${'const a = 1\n'.repeat(2000)}</code></pre>`,
  ]) {
    assert.equal(highlight(html), renderArticle(html).html)
  }
})

test('the total length of highlighted code is limited, and so is the time', () => {
  const block = `<pre><code class="language-js">${'const a = 1\n'.repeat(1500)}</code></pre>`
  const marked = highlight(block.repeat(9)).split('</pre>')
  assert.deepEqual(
    marked.map((part) => part.includes('code-keyword')),
    [true, true, true, true, true, false, false, false, false, false],
  )
})

test('nothing in code becomes markup', () => {
  const hostile =
    '&lt;img src=x onerror=alert(1)&gt; &lt;/code&gt;&lt;script&gt; "&gt;&lt;svg onload=alert(1)&gt; &amp;lt;b&amp;gt;'
  for (const language of ['js', 'html', 'xml', 'php', 'markdown', 'bash', 'css', 'python']) {
    const html = highlight(`<pre><code class="language-${language}">${hostile}</code></pre>`)
    const tags = html.match(/<[^>]*>/g)!
    for (const tag of tags) {
      assert.match(tag, /^<(?:\/?pre|\/code|code class="language-\w+"|\/span|span class="code-[a-z]+")>$/)
    }
    assert.equal(textOf(html).replaceAll('&quot;', '"'), hostile)
  }
})

test('images keep their positions around highlighted code, and a large image outside of a link opens in full size', () => {
  const image = (name: string) => `<img src="https://example.org/${name}.png" alt="${name}">`
  const source = `<p>${image('one')}</p><pre><code class="language-js">const a = 1</code></pre><p>${image('two')}</p><p><a href="https://example.org/">${image('three')}</a></p>`
  const article = highlightCode(renderArticle(source))
  const show = (width: number, linkLabel?: string) =>
    fillInImages(article, (name) => ({ href: `/images/${name}`, width, height: 10, linkLabel })).replace(
      /src="[^"]*"|href="\/images[^"]*"/g,
      '',
    )
  const order = [...show(800, 'Open').matchAll(/alt="(\w+)"|code-keyword/g)].map(([all, alt]) => alt ?? all)
  assert.deepEqual(order, ['one', 'code-keyword', 'two', 'three'])
  assert.equal(show(800, 'Open').match(/class="zoom"/g)?.length, 2)
  assert.match(
    show(800, 'Open'),
    /<a href="https:\/\/example.org\/" rel="noopener noreferrer"><img [^>]*alt="three"/,
  )
  assert.doesNotMatch(show(300, 'Open'), /zoom/)
  assert.doesNotMatch(show(800), /zoom/)
})

test('Markdown contains the plain code', () => {
  const rendered = renderArticle('<pre><code class="language-js">const a = "b"</code></pre>')
  assert.equal(toMarkdown(rendered), '```js\nconst a = "b"\n```')
})
