import { hasOwner, needsSetUpCode, setUpCode } from './accounts/sign-up.ts'
import { ConfigError, configHelp, readConfig } from './config.ts'
import { startServer } from './server.ts'
import type { Services } from './services.ts'

const EXIT_USAGE = 2

function stop(message: string, status: number): never {
  console.error(message)
  process.exit(status)
}

function readyLines(baseUrl: string): string[] {
  return [
    `Reading Queue is ready at ${baseUrl}`,
    '',
    `  Open it and make your account   ${baseUrl}/signup`,
    `  Tell your agent to read         ${baseUrl}/auth.md`,
    '  Stop it                         Ctrl+C',
  ]
}

async function setUpLines({ config, db, seal }: Services): Promise<string[]> {
  if (!needsSetUpCode(config) || (await hasOwner(db))) return []
  return ['', `  Set-up code for the first account: ${setUpCode(seal)}`]
}

type StartError = { code?: string; message?: string; port?: number; cause?: Error }

function startMistake(error: unknown): string {
  const { code, message, port, cause } = error as StartError
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Set PORT to a free one, or to 0.`
  if (code === 'EACCES') return `Not allowed: ${message}. Choose another PORT or DATA_DIR.`
  return `Reading Queue could not start: ${cause?.message || message || code}`
}

const [argument] = process.argv.slice(2)
if (argument === '--help' || argument === '-h') {
  console.log(configHelp())
  process.exit(0)
}
if (argument !== undefined) stop(`Unknown argument "${argument}".\n\n${configHelp()}`, EXIT_USAGE)

try {
  const server = await startServer(readConfig(process.env))
  const { services } = server
  console.log([...readyLines(services.config.baseUrl), ...(await setUpLines(services)), ''].join('\n'))

  const close = (): void => {
    void server.close().then(() => process.exit(0))
  }
  process.once('SIGINT', close)
  process.once('SIGTERM', close)
} catch (error) {
  if (error instanceof ConfigError) stop(`Reading Queue could not start:\n${error.message}`, EXIT_USAGE)
  stop(startMistake(error), 1)
}
