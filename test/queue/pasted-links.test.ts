import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPastedLinks } from '../../src/queue/input/pasted-links.ts'

const A = 'https://example.org/a'
const B = 'https://example.org/b_(x)'
const READ: [text: string, links: object[], others?: string[]][] = [
  [A, [{ url: A }]],
  [`${A}\n\n  ${B}\r\n${A}`, [{ url: A }, { url: B }]],
  ['example.org/x', [{ url: 'https://example.org/x' }]],
  ['www.example.org', [{ url: 'https://www.example.org' }]],
  ['münchen.example:8080?q=1', [{ url: 'https://münchen.example:8080?q=1' }]],
  [`Tea: ${A}`, [{ url: A, title: 'Tea' }]],
  [`On tea – and more - ${B}`, [{ url: B, title: 'On tea – and more' }]],
  ['Tea: example.org/tea', [{ url: 'https://example.org/tea', title: 'Tea' }]],
  [`[Tea *time* with \`milk\`](${A})`, [{ url: A, title: 'Tea time with milk' }]],
  [`[Tea (green)](${B} "hover")`, [{ url: B, title: 'Tea (green)' }]],
  [`[Tea [1]](${A})`, [{ url: A, title: 'Tea [1]' }]],
  [`## On tea\n- ${A}`, [{ url: A }]],
  [`${A} On tea`, [{ url: A, title: 'On tea' }]],
  [`${A}: On tea`, [{ url: A, title: 'On tea' }]],
  [`${A}#one\n${A}?utm_source=x`, [{ url: `${A}#one` }]],
  [
    `- [One](${A}), [Two](http://example.net "Two")`,
    [
      { url: A, title: 'One' },
      { url: 'http://example.net', title: 'Two' },
    ],
  ],
  [`* <${A}>\n2. ${B}`, [{ url: A }, { url: B }]],
  [`I read ${A}, and (${B}). Well!`, [{ url: A }, { url: B }]],
  [`See ${A} for it`, [{ url: A }]],
  [`${A}\nhello there\njavascript:alert(1)`, [{ url: A }], ['hello there', 'javascript:alert(1)']],
  [
    `https://user:secret@example.org/\nme@example.org\nlocalhost`,
    [],
    ['https://user:secret@example.org/', 'me@example.org', 'localhost'],
  ],
  ['', []],
]

for (const [text, links, otherLines = []] of READ) {
  test(`the links of ${JSON.stringify(text)} are found`, () => {
    assert.deepEqual(readPastedLinks(text), { links, otherLines })
  })
}

test('a hostile text takes linear time', () => {
  for (const piece of [
    '[',
    ' ',
    'a',
    '[](http://',
    'a.',
    'a-',
    'https://',
    '(((',
    ': - ',
    '<',
    '[]',
    '()',
    '*a`',
    '# ',
  ]) {
    const time = (length: number) => {
      const text = `[a](http://a${piece.repeat(length / piece.length)}b https://example.org/`
      const before = performance.now()
      readPastedLinks(text)
      return performance.now() - before
    }
    const fastest = (length: number) => Math.min(...Array.from({ length: 7 }, () => time(length)))
    // Sixteen times the length; the square of it would take 256 times as long.
    const ratio = fastest(1_280_000) / fastest(80_000)
    assert.ok(ratio <= 128, `${piece}: ${ratio.toFixed(1)} times as long`)
  }
})
