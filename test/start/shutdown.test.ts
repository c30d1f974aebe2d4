import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import { it } from 'node:test'
import { systemClock } from '../../src/ports/clock.ts'
import { listen } from '../../src/server/listen.ts'
import { createShutdown } from '../../src/server/shutdown.ts'

/** Opens 20 connections, and prints how many the system has taken after half a second; it tries the others again after a second. */
const CONNECT_MANY = `const { connect } = require('node:net')
let taken = 0
for (let n = 0; n < 20; n++) connect(Number(process.argv[1]), '127.0.0.1', () => taken++).on('error', () => undefined)
setTimeout(() => { console.log(taken); process.exit() }, 500)`

const skip = process.platform === 'linux' ? false : 'Only Linux drops what comes to a full backlog.'

it('Once a service stops, it accepts hardly any connection that closing would reset', { skip }, async () => {
  const server = createServer()
  const port = await listen(server, { host: '127.0.0.1', port: 0 })
  // While this process waits for the other one, it accepts nothing.
  const connectMany = () =>
    Number(execFileSync(process.execPath, ['-e', CONNECT_MANY, String(port)], { encoding: 'utf8' }))
  assert.equal(connectMany(), 20)
  const stopped = createShutdown(server, systemClock)({ drainTime: 0, grace: 0 })
  const accepted = connectMany()
  await stopped
  assert.ok(accepted <= 2, `${accepted} of 20`)
})
