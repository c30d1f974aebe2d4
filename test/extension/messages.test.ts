import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, it } from 'node:test'

const folder = fileURLToPath(new URL('../../extension/', import.meta.url))

type Messages = Record<string, { message: string }>

const read = (language: string) =>
  JSON.parse(readFileSync(`${folder}_locales/${language}/messages.json`, 'utf8')) as Messages
const languages = globSync('*', { cwd: `${folder}_locales` })
const english = read('en')

describe('The messages of the extension', () => {
  it('exist in English and German', () => {
    assert.deepEqual(languages.toSorted(), ['de', 'en'])
  })

  for (const language of languages) {
    it(`have the same names and placeholders in ${language}`, () => {
      const valuesOf = (messages: Messages) =>
        Object.entries(messages).map(([name, { message }]) => {
          assert.notEqual(message.trim(), '', name)
          return [name, [...new Set(message.match(/\$\d/g) ?? [])].toSorted().join()]
        })
      assert.deepEqual(valuesOf(read(language)), valuesOf(english))
    })
  }

  it('are all used', () => {
    const sources = globSync('**/*.ts', { cwd: folder }).map((name) => readFileSync(folder + name, 'utf8'))
    const text = sources.join('\n')
    const unused = Object.keys(english).filter(
      (name) => !text.includes(`'${name}'`) && !text.includes(`__MSG_${name}__`),
    )
    assert.deepEqual(unused, [])
  })

  it('are the only texts: pages and scripts contain none of their own', () => {
    const pages = globSync('pages/*.html', { cwd: folder }).map((name) => readFileSync(folder + name, 'utf8'))
    const words = pages.flatMap((page) =>
      [...page.matchAll(/>([^<>]*[a-z][^<>]*)</gi)].map(([, text = '']) => text.trim()),
    )
    assert.deepEqual([...new Set(words)], ['Reading Queue: Options', 'Reading Queue'])
  })
})
