import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { compactTemplate } from '../../src/html/compact-template.ts'
import { html, raw } from '../../src/html/html.ts'

describe('A template', () => {
  it('escapes every text, in lists and attributes as well', () => {
    const hostile = `"><script>'&`
    const escaped = '&quot;&gt;&lt;script&gt;&#39;&amp;'
    assert.equal(
      String(html`<p title="${hostile}">${[hostile, [hostile]]}</p>`),
      `<p title="${escaped}">${escaped}${escaped}</p>`,
    )
  })

  it('inserts HTML unchanged, and nothing for missing values', () => {
    assert.equal(
      String(html`${html`<b>${'<'}</b>`}${raw('<i>')}${0}${null}${undefined}${true}${false}`),
      '<b>&lt;</b><i>0',
    )
  })

  it('does not accept an object that only looks like HTML', () => {
    const forged = { isEscaped: true, toString: () => '<script>' }
    assert.ok(!String(html`${forged as unknown as string}`).includes('<script>'))
  })

  it('removes white space between elements where it would not be visible, and keeps the rest', () => {
    assert.deepEqual(
      compactTemplate([
        '\n  <ul class="a">\n    <li>\n      <a\n        href="',
        '"\n        >x</a>\n      <b>y</b>  z\n    </li>\n  </ul>\n  <input name="x" />\n',
      ]),
      ['\n<ul class="a"><li><a\nhref="', '">x</a>\n<b>y</b>  z</li></ul>\n<input name="x" />\n'],
    )
  })
})
