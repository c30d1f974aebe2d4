import cluster from 'node:cluster'
import { flushCompileCache } from 'node:module'
import { isSignUpOpen, needsSetUpCode, setUpCode } from '../accounts/sign-up-policy.ts'
import type { Config } from '../config/config.ts'
import { SECOND } from '../ports/clock.ts'
import type { Services } from '../services.ts'
import { onStop } from './on-stop.ts'
import { type Ready, supervise } from './supervise.ts'

/** Kept connections carry several requests a second under load, and the last answer on each asks to close it. */
const DRAIN_TIME = SECOND

/** Serves until the process is stopped. Throws if it can't start. */
export async function serve(config: Config): Promise<void> {
  if (cluster.isPrimary && config.workers > 1) return supervise(config, console.log)
  // Loaded here, because the supervising process does not need it.
  const { startServer } = await import('../server/start.ts')
  const server = await startServer(config)
  onStop(() => server.close(DRAIN_TIME))
  const lines = [...(await readyLines(server.services)), ...(await setUpCodeLines(server.services)), '']
  const { port } = server.services.config
  if (cluster.isWorker) process.send?.({ text: lines.join('\n'), port } satisfies Ready)
  else console.log(lines.join('\n'))
  // A process that is killed later would not keep what its start compiled.
  flushCompileCache()
}

async function readyLines({ config, db, clock }: Services): Promise<string[]> {
  const { baseUrl, host, port } = config
  const isOpen = await isSignUpOpen(db, config, { now: clock.now() })
  const [invitation, page] = isOpen ? ['create your account', 'signup'] : ['sign in', 'login']
  const address = `http://${host.includes(':') ? `[${host}]` : host}:${port}`
  const { protocol, port: named } = new URL(baseUrl)
  const isBehindProxy = Number(named || (protocol === 'https:' ? 443 : 80)) !== port
  return [
    `Reading Queue is ready at ${baseUrl}`,
    ...(isBehindProxy ? [`It listens on ${address}: let your proxy forward there.`] : []),
    '',
    `  Open it and ${`${invitation} `.padEnd(20)}${baseUrl}/${page}`,
    `  Tell your agent to read         ${baseUrl}/auth.md`,
    '  Stop it                         Ctrl+C',
  ]
}

async function setUpCodeLines({ config, db, seal }: Services): Promise<string[]> {
  if (!(await needsSetUpCode(db, config))) return []
  return ['', `  Set-up code for the first account: ${setUpCode(seal)}`]
}
