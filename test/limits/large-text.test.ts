import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Failure } from '../../src/failure.ts'
import { jsonReader } from '../../src/http/json-reader.ts'

const MEGABYTE = 1024 * 1024
const BOUNDS = { limit: MEGABYTE, large: { html: 12 * MEGABYTE } }

/** Reads a body that comes in pieces of so many bytes. */
function read(text: string | Buffer, size = 64 * 1024) {
  const bytes = Buffer.from(text)
  const { write: take, end } = jsonReader(BOUNDS)
  for (let at = 0; at < bytes.length; at += size) take(bytes.subarray(at, at + size))
  return end()
}

const fails = (code: string) => (error: unknown) => error instanceof Failure && error.code === code

describe('A large text in a body', () => {
  it('is the same however it is split into chunks', () => {
    const body = String.raw`{"url":"http://x/","html":"é😀 \u00e9\ud83d\ude00 \"q\\\" \\\\u0041 \n\/","list":[{"html":""}],"z":"\"\\"}`
    for (let size = 1; size < body.length; size++)
      assert.deepEqual(read(body, size).parse(), JSON.parse(body))
  })

  it('is not confused with a text like its placeholder', () => {
    const body = String.raw`{"html":"page","title":"\ud8000"}`
    assert.deepEqual(read(body).parse(), { html: 'page', title: '\ud8000' })
  })

  it('is refused if it is invalid JSON or UTF-8', () => {
    for (const html of ['\\x', '\\u00g0', '\\', 'line\nbreak'])
      assert.throws(() => read(`{"html":"${html}"}`).parse(), fails('malformed'), html)
    assert.throws(() => read(Buffer.from('{"html":"\xe9"}', 'latin1')), fails('malformed'))
    assert.throws(() => read('{"html":"page').parse(), fails('malformed'))
  })

  it('takes no more room if it occurs twice', () => {
    const html = `"html":"${'x'.repeat(7 * MEGABYTE)}"`
    assert.equal((read(`{${html}}`).parse() as { html: string }).html.length, 7 * MEGABYTE)
    assert.throws(() => read(`{${html},${html}}`), fails('too_large'))
  })

  it('is named, with its limit, if it or what is beside it is too large', () => {
    const detail = `The body is too large: "html" may take at most ${12 * MEGABYTE} bytes, everything else ${MEGABYTE} bytes together.`
    for (const [name, size] of [
      ['html', 13],
      ['note', 2],
    ] as const)
      assert.throws(() => read(`{"${name}":"${'x'.repeat(size * MEGABYTE)}"}`), { code: 'too_large', detail })
  })

  it('is decoded when it is complete, except for its last piece', () => {
    const body = `{"html":"${'\\u0041'.repeat(1_900_000)}"}`
    const whole = timeOf(() => JSON.parse(body))
    const last = [1, 2, 3].map(() => {
      const json = read(body)
      return timeOf(() => json.parse())
    })
    assert.ok(Math.min(...last) < whole / 4, `${last.join()} of ${whole} ms`)
  })
})

function timeOf(work: () => unknown): number {
  const startedAt = performance.now()
  work()
  return performance.now() - startedAt
}
