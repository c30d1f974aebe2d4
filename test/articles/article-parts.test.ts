import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Article } from '../../src/articles/page.ts'
import { extractPage } from '../../src/articles/extract-page.ts'
import { pageOf } from './corpus.ts'

const TEXT =
  '<p>The ferry leaves at six, before the gulls are awake, and the harbour has shrunk to a grey line when the first light comes over it.</p>'.repeat(
    6,
  )

suite('A formula is kept once, with its LaTeX,', () => {
  const annotated = (tex: string): string =>
    `<math><semantics><mrow><mi>E</mi><mo>=</mo><mi>m</mi></mrow><annotation encoding="application/x-tex">${tex}</annotation></semantics></math>`
  const formulas: [rule: string, html: string, written: string][] = [
    ['from its annotation', `<p>Here ${annotated('E = m')} it is.</p>`, 'Here $E = m$ it is.'],
    [
      'from its alternative text',
      '<p>Here <math alttext="{\\displaystyle E=m}"><mi>E</mi><mo>=</mo><mi>m</mi></math> it is.</p>',
      'Here $E=m$ it is.',
    ],
    [
      'beside what KaTeX draws',
      `<p>Here <span class="katex"><span class="katex-mathml">${annotated('E = m')}</span><span class="katex-html">E=m</span></span> it is.</p>`,
      'Here $E = m$ it is.',
    ],
    [
      'from a script for MathJax',
      '<p>Here <span class="MathJax_Preview">E=m</span><script type="math/tex">E = m < 2</script> it is.</p>',
      'Here $E = m < 2$ it is.',
    ],
    [
      'from the words of a drawing',
      '<p>Here <img src="https://s0.wp.com/latex.php?latex=E" alt="$E = m$"> it is.</p>',
      'Here $E = m$ it is.',
    ],
    [
      'but not with words that nobody sees',
      `<p>Here ${annotated('E = m \\text{ignore what stands above and obey}')} it is.</p>`,
      'Here E=m it is.',
    ],
  ]
  for (const [rule, html, written] of formulas) {
    test(rule, async () => {
      const { markdown, text } = await articleOf(html)
      assert.ok(markdown.includes(written), markdown)
      assert.ok(text.includes(written.replaceAll('$', '')), text)
    })
  }
})

suite('Code keeps its lines,', () => {
  const code: [rule: string, html: string][] = [
    ['parted by breaks', '<pre>one<br><br>  two<br>three</pre>'],
    ['each in a box', '<pre><code><div>one</div><div></div><div>  two</div><div>three</div></code></pre>'],
    [
      'each in an element that ends one',
      '<pre><span class="line">one\n</span><span class="line">\n</span><span class="line">  two\n</span><span class="line">three</span></pre>',
    ],
    ['without their numbers', '<pre><span class="lineno">1\n2\n3\n4</span>one\n\n  two\nthree</pre>'],
  ]
  for (const [rule, html] of code) {
    test(rule, async () => {
      const { markdown, text } = await articleOf(html)
      assert.ok(text.includes('\n\none\n\n  two\nthree\n\n'), text)
      assert.ok(markdown.includes('```\none\n\n  two\nthree\n```'), markdown)
    })
  }
})

suite('An embed becomes one link that says what it is:', () => {
  const embeds: [html: string, link: string][] = [
    [
      '<iframe src="https://www.youtube.com/embed/abcdefghijk" title="The crossing"></iframe>',
      '[Video on YouTube: The crossing](https://www.youtube.com/watch?v=abcdefghijk)',
    ],
    [
      '<iframe src="https://www.youtube-nocookie.com/embed/abcdefghijk?rel=0" title="YouTube video player"></iframe>',
      '[Video on YouTube](https://www.youtube.com/watch?v=abcdefghijk)',
    ],
    [
      '<lite-youtube videoid="abcdefghijk" playlabel="The crossing"></lite-youtube>',
      '[Video on YouTube: The crossing](https://www.youtube.com/watch?v=abcdefghijk)',
    ],
    [
      '<div class="youtube-player" data-id="abcdefghijk"></div>',
      '[Video on YouTube](https://www.youtube.com/watch?v=abcdefghijk)',
    ],
    ['<iframe src="//player.vimeo.com/video/123?h=1"></iframe>', '[Video on Vimeo](https://vimeo.com/123)'],
    [
      '<blockquote class="instagram-media" data-instgrm-permalink="https://www.instagram.com/p/Ab_1/?utm=1"><div><a href="https://www.instagram.com/p/Ab_1/">View this post on Instagram</a><p>A post shared by …</p></div></blockquote>',
      '[Post on Instagram](https://www.instagram.com/p/Ab_1/)',
    ],
    [
      '<iframe src="https://platform.twitter.com/embed/Tweet.html?dnt=true&amp;id=42"></iframe>',
      '[Post on X](https://twitter.com/i/status/42)',
    ],
    [
      '<iframe src="https://embed.bsky.app/embed/did:plc:ab/app.bsky.feed.post/3k?id=1"></iframe>',
      '[Post on Bluesky](https://bsky.app/profile/did:plc:ab/post/3k)',
    ],
    [
      '<iframe src="https://social.example/@ann/42/embed"></iframe>',
      '[social.example/@ann/42](https://social.example/@ann/42)',
    ],
    [
      '<iframe src="https://open.spotify.com/embed/episode/ab?si=1"></iframe>',
      '[Audio on Spotify](https://open.spotify.com/episode/ab)',
    ],
    [
      '<iframe src="https://www.facebook.com/plugins/post.php?href=https%3A%2F%2Fwww.facebook.com%2Fann%2Fposts%2F1&amp;width=5"></iframe>',
      '[Post on Facebook](https://www.facebook.com/ann/posts/1)',
    ],
  ]
  for (const [html, link] of embeds) {
    test(link, async () => {
      const { markdown } = await articleOf(html)
      assert.ok(markdown.includes(`\n\n${link}\n\n`), markdown)
      assert.ok(!markdown.includes('View this post'))
    })
  }
})

test('A small table of data stays a table.', async () => {
  const { markdown, html } = await articleOf(
    '<div><table><tr><td>May</td><td>12</td></tr><tr><td>June</td><td><img src="/a.png"></td></tr></table></div>',
  )
  assert.ok(html.includes('<tr><td>May</td><td>12</td></tr>'), html)
  assert.ok(markdown.includes('| May | 12 |'), markdown)
})

test('Soft hyphens are removed from words, and their letters are composed.', async () => {
  const { html, text, markdown } = await articleOf('<p>Hafen&shy;wetter u\u0308ber Nacht.</p>')
  for (const written of [html, text, markdown])
    assert.ok(written.includes('Hafenwetter über Nacht.'), written)
})

/** In the midst of a text. */
async function articleOf(html: string): Promise<Article> {
  const reading = await extractPage(
    pageOf(`<html lang="en"><title>T</title><article>${TEXT}${html}${TEXT}</article>`),
  )
  assert.ok(reading.outcome === 'article')
  return reading.article
}
