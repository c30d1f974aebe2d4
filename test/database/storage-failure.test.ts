import assert from 'node:assert/strict'
import { it } from 'node:test'
import { damaged, isDamaged } from '../../src/database/damaged.ts'
import { diskFull, isDiskFull } from '../../src/database/disk-full.ts'
import { Failure } from '../../src/failure.ts'

const coded = (codes: Record<string, unknown>) => Object.assign(new Error('what the engine says'), codes)

it('A full disk and damage are recognised by the engine’s code, whatever the message', () => {
  const full = [{ errcode: 13 }, { errcode: 4874 }, { code: '53100' }, { code: 'ENOSPC' }].map(coded)
  const broken = [
    { errcode: 11 },
    { errcode: 267 },
    { errcode: 26 },
    { code: 'XX001' },
    { code: 'XX002' },
  ].map(coded)
  for (const cause of full) {
    for (const error of [cause, diskFull(cause), new Failure('command_refused', 'No room.', { cause })])
      assert.deepEqual([isDiskFull(error), isDamaged(error)], [true, false])
  }
  for (const cause of broken) {
    for (const error of [cause, damaged(cause), new Failure('command_refused', 'Broken.', { cause })])
      assert.deepEqual([isDiskFull(error), isDamaged(error)], [false, true])
  }
  const others = [diskFull(undefined).detail, damaged(undefined).detail].map(
    (text) => new Failure('busy', text),
  )
  for (const error of [...others, coded({ code: '57P01' }), 'ENOSPC', undefined])
    assert.deepEqual([isDiskFull(error), isDamaged(error)], [false, false])
})

it('PostgreSQL has only a message for a full disk when it opens a connection', () => {
  const error = Object.assign(new Error('could not write init file'), { code: 'XX000' })
  assert.equal(isDiskFull(error), true)
  assert.equal(isDiskFull(Object.assign(new Error('could not read init file'), { code: 'XX000' })), false)
})
