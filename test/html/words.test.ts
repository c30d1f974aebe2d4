import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ownTexts } from './own-texts.ts'

const root = fileURLToPath(new URL('../../src', import.meta.url))

function sourcesIn(folder: string, ending: string): { path: string; source: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(ending))
    .map((path) => ({
      path: `${folder}/${path}`,
      source: readFileSync(join(root, folder, path), 'utf8'),
    }))
}

describe('The texts of the web app', () => {
  it('are in html/messages, and not in pages or parts of them', () => {
    const pages = sourcesIn('html', '.ts').filter(({ path }) => !path.startsWith('html/messages/'))
    assert.ok(pages.length > 60)
    const found = pages.flatMap(({ path, source }) => ownTexts(source).map((text) => `${path}:${text}`))
    assert.deepEqual(found, [])
  })

  it('are handed to the scripts of the pages', () => {
    const scripts = sourcesIn('html/assets', '.js')
    assert.ok(scripts.length >= 3)
    // One word alone is the name of a key or of an error.
    const isSentence = ({ text }: { text: string }) => text.includes(' ')
    const found = scripts.flatMap(({ path, source }) =>
      ownTexts(source, isSentence).map((text) => `${path}:${text}`),
    )
    assert.deepEqual(found, [])
  })

  it('include those that pages show once after a form', () => {
    // The sentence of a failure is the same in every interface, so it stays with the rule that throws it.
    const isSaid = ({ before }: { before: string }) => /\btext(?::|\s=)[^\n]*$/.test(before)
    const found = sourcesIn('endpoints', '.ts')
      .filter(({ path }) => !/^endpoints\/(?:mcp|api|discovery)\//.test(path))
      .flatMap(({ path, source }) => ownTexts(source, isSaid).map((text) => `${path}:${text}`))
    assert.deepEqual(found, [])
  })

  it('are found wherever they might be', () => {
    const hidden = [
      ['html`<p>Saved</p>`', '1: Saved'],
      ['html`<p>${when} ago</p>`', '1: ago'],
      ['html`<a title="Older" href="/old">${name}</a>`', '1: Older'],
      ['html`<p>${isNew ? html`<b>New</b>` : name}</p>`', '1: New'],
      ["\ntextField({ label: 'Password' })", '2: Password'],
      ['const said = `Signed in ${when}`', '1: Signed in \0'],
    ]
    for (const [source = '', text] of hidden) assert.deepEqual(ownTexts(source), [text])
    const none = [
      'html`<p class="lead">${words.lead}</p> · `',
      'html`<code>GET /queue</code>`',
      "// It's a comment\nby('mark-read', /[`'\"] Letters/)",
      "import { X } from 'Package'",
    ]
    for (const source of none) assert.deepEqual(ownTexts(source), [])
  })
})
