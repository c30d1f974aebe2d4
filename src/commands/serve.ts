import { hasOwner, isSignUpOpen, needsSetUpCode, setUpCode } from '../accounts/sign-up.ts'
import type { Config } from '../config.ts'
import { startServer } from '../server.ts'
import type { Services } from '../services.ts'

/** Serves until the process is told to stop. Throws what keeps it from starting. */
export async function serve(config: Config): Promise<void> {
  const server = await startServer(config)
  const { services } = server
  const close = (): void => {
    server.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`Reading Queue did not stop cleanly: ${String(error)}`)
        process.exit(1)
      },
    )
  }
  process.once('SIGINT', close)
  process.once('SIGTERM', close)
  console.log([...(await readyLines(services)), ...(await setUpLines(services)), ''].join('\n'))
}

async function readyLines({ config, db }: Services): Promise<string[]> {
  const { baseUrl, host, port } = config
  const isOpen = await isSignUpOpen(db, config.signUp)
  const [invitation, page] = isOpen ? ['make your account', 'signup'] : ['sign in', 'login']
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

async function setUpLines({ config, db, seal }: Services): Promise<string[]> {
  if (!needsSetUpCode(config) || (await hasOwner(db))) return []
  return ['', `  Set-up code for the first account: ${setUpCode(seal)}`]
}
