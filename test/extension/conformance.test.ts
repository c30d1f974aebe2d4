import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startCommand } from '../support/command.ts'

const SUITE = '@modelcontextprotocol/conformance/dist/index.js'
const CLIENT = fileURLToPath(new URL('conformance-client.ts', import.meta.url))
const EXPECTED = fileURLToPath(new URL('expected-failures.yml', import.meta.url))

describe("The extension's sign-in passes the protocol's suite for clients", () => {
  for (const name of ['auth', 'draft']) {
    it(`in all scenarios of ${name}, except those for clients of several servers`, async () => {
      const command = `${process.execPath} ${CLIENT}`
      const revision = ['--spec-version', '2026-07-28', '--expected-failures', EXPECTED]
      const suite = startCommand(SUITE, ['client', '--command', command, '--suite', name, ...revision])
      const code = await suite.ended
      assert.equal(code, 0, suite.output())
    })
  }
})
