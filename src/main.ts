import { COMMANDS, help, helpOf } from './commands/commands.ts'
import { UsageError } from './commands/usage-error.ts'
import { ConfigError, readConfig } from './config/config.ts'
import { Failure } from './failure.ts'
import { VERSION } from './version.ts'

const EXIT_FAILED = 1
const EXIT_USAGE = 2
const HELP = ['--help', '-h']
const VERSION_ASKED = ['--version', '-v', '-V']

function stop(message: string, status: number): never {
  console.error(message)
  process.exit(status)
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
  const what = name === 'serve' ? 'Reading Queue could not start' : `The command ${name} failed`
  return `${what}. The database is ${place}. The system says: ${said}`
}

const [name = 'serve', ...rest] = process.argv.slice(2)
if (HELP.includes(name)) {
  console.log(help())
  process.exit(0)
}
if (VERSION_ASKED.includes(name)) {
  console.log(`Reading Queue ${VERSION}`)
  process.exit(0)
}
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (!command) stop(`Unknown argument "${name}".\n\n${help()}`, EXIT_USAGE)
if (rest.some((argument) => HELP.includes(argument))) {
  console.log(helpOf(name, command))
  process.exit(0)
}
if (rest.length > 0 && !command.usage)
  stop(`Unknown argument "${rest[0]}".\n\n${helpOf(name, command)}`, EXIT_USAGE)

let databaseUrl = ''
try {
  const config = readConfig(process.env)
  databaseUrl = config.databaseUrl
  const run = await command.load()
  await run(config, rest)
} catch (error) {
  if (error instanceof UsageError) stop(`${error.message}\n\n${helpOf(name, command)}`, EXIT_USAGE)
  if (error instanceof ConfigError) stop(`Reading Queue could not start:\n${error.message}`, EXIT_USAGE)
  if (error instanceof Failure && error.code !== 'busy') stop(error.detail, EXIT_FAILED)
  stop(startMistake(error, databaseUrl), EXIT_FAILED)
}
