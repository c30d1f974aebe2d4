import { hasOwner, isSignUpOpen, needsSetUpCode, setUpCode } from './accounts/sign-up.ts'
import { ConfigError, configHelp, readConfig } from './config.ts'
import { startServer } from './server.ts'
import type { Services } from './services.ts'

const EXIT_USAGE = 2

function stop(message: string, status: number): never {
  console.error(message)
  process.exit(status)
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

type StartError = { code?: string; message?: string; port?: number; cause?: Error }

/** Which variable a start that failed has to do with, and what the system said. */
function startMistake(error: unknown, databaseUrl: string): string {
  const { code = '', message = '', port, cause } = error as StartError
  const said = cause?.message || message || code
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Set PORT to a free one, or to 0.`
  if (port !== undefined) return `Reading Queue cannot listen (HOST, PORT): ${said}`
  const place = databaseUrl.startsWith('sqlite:')
    ? `${databaseUrl.slice('sqlite:'.length)} (DATA_DIR or DATABASE_URL)`
    : `the server that DATABASE_URL names`
  return `Reading Queue could not start. The database is ${place}. The system says: ${said}`
}

const [argument] = process.argv.slice(2)
if (argument === '--help' || argument === '-h') {
  console.log(configHelp())
  process.exit(0)
}
if (argument !== undefined) stop(`Unknown argument "${argument}".\n\n${configHelp()}`, EXIT_USAGE)

let databaseUrl = ''
try {
  const config = readConfig(process.env)
  databaseUrl = config.databaseUrl
  const server = await startServer(config)
  const { services } = server
  const close = (): void => {
    server.close().then(
      () => process.exit(0),
      (error: unknown) => stop(`Reading Queue did not stop cleanly: ${String(error)}`, 1),
    )
  }
  process.once('SIGINT', close)
  process.once('SIGTERM', close)
  console.log([...(await readyLines(services)), ...(await setUpLines(services)), ''].join('\n'))
} catch (error) {
  if (error instanceof ConfigError) stop(`Reading Queue could not start:\n${error.message}`, EXIT_USAGE)
  stop(startMistake(error, databaseUrl), 1)
}
