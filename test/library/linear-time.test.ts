import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { markdownExport } from '../../src/library/export/markdown-export.ts'
import { assertTimeRatio } from '../support/time-ratio.ts'
import { bytesOf, highlightWith, itemWith, sourceOf } from './exported.ts'
import { readFile, zipOf } from './read.ts'

/** The longer text has 16 times the length; in quadratic time it takes 256 times as long. */
const [SHORT, LONG] = [2000, 32_000]
const LIMIT = 60
/** Milliseconds that files and zips take by themselves. */
const FLOOR = 5

describe('The time that a library takes grows with its length:', () => {
  for (const [what, part] of [
    ['tabs', '\t'],
    ['tabs and apostrophes', "\t'"],
    ['semicolons and blanks', '; '],
    ['blank lines', '\n'],
  ] as const)
    it(`an import of a cell of ${what}`, async () => {
      const importOf = async (length: number) => {
        const cell = `${part.repeat(length / part.length)}x`
        const { rows } = await readFile(
          `Title,URL,Document tags,Location\n"${cell}",https://example.org/a,,new\n`,
        )
        assert.equal(rows.length, 1)
      }
      await assertTimeRatio(what, LIMIT, {
        base: () => importOf(SHORT),
        work: () => importOf(LONG),
        floor: FLOOR,
      })
    })

  it('an import of a zip, little more of it with names that differ at the end than at the beginning', async () => {
    const digits = '9'.repeat(60_000)
    const zipWith = (name: (index: number) => string) =>
      zipOf(Object.fromEntries(Array.from({ length: 400 }, (_, index) => [name((index * 7) % 400), ' '])))
    const atBeginning = await zipWith((index) => `${index}-${digits}.csv`)
    const atEnd = await zipWith((index) => `${digits}${index}.csv`)
    const importOf = (zip: Buffer) => assert.rejects(readFile(zip), /no file with links/)
    await assertTimeRatio('names', 5, {
      base: () => importOf(atBeginning),
      work: () => importOf(atEnd),
    })
  })

  for (const [what, part] of [
    ['blank lines', '\n'],
    ['blanks at the beginnings of lines', '\n '],
    ['numbers', '1'],
  ] as const)
    it(`a note in Markdown with a highlight of ${what}`, async () => {
      const exportOf = async (length: number) => {
        const item = itemWith({ url: 'https://example.org/a', givenTitle: 'A' })
        const exact = `a${part.repeat(length / part.length)}b`
        const source = sourceOf([item], () => ({ highlights: [highlightWith({ id: 'h', exact })] }))
        await bytesOf(markdownExport, source)
      }
      await assertTimeRatio(what, LIMIT, {
        base: () => exportOf(SHORT),
        work: () => exportOf(LONG),
        floor: FLOOR,
      })
    })
})
