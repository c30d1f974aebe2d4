import { COMMANDS, help, commandHelp } from './commands/commands.ts'
import { systemMessage } from './commands/system-message.ts'
import { UsageError } from './commands/usage-error.ts'
import { ConfigError, readConfig } from './config/config.ts'
import { DAMAGE_ADVICE, isDamaged } from './database/damaged.ts'
import { Failure } from './failure.ts'
import { VERSION } from './version.ts'

const EXIT_FAILED = 1
const EXIT_USAGE = 2
const HELP_FLAGS = ['--help', '-h']
const VERSION_FLAGS = ['--version', '-v', '-V']

function exitWith(message: string, status: number): never {
  console.error(message)
  process.exit(status)
}

type StartError = { code?: string; port?: number }

/** The message for a failed start: what happened, and which variable to check. */
function startErrorMessage(error: unknown, databaseUrl: string): string {
  const { code, port } = error as StartError
  const systemError = systemMessage(error)
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken by another program. Set PORT to a free one, or to 0.`
  if (port !== undefined) return `Reading Queue cannot listen (HOST, PORT): ${systemError}`
  const location = databaseUrl.startsWith('sqlite:')
    ? `${databaseUrl.slice('sqlite:'.length)} (DATA_DIR or DATABASE_URL)`
    : `the server that DATABASE_URL names`
  const what = name === 'serve' ? 'Reading Queue could not start' : `The command ${name} failed`
  const remedy = isDamaged(error) ? ` ${DAMAGE_ADVICE}` : ''
  return `${what}. The database is ${location}. The system says: ${systemError}.${remedy}`
}

const [name = 'serve', ...rest] = process.argv.slice(2)
if (HELP_FLAGS.includes(name)) {
  console.log(help())
  process.exit(0)
}
if (VERSION_FLAGS.includes(name)) {
  console.log(`Reading Queue ${VERSION}`)
  process.exit(0)
}
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (!command) exitWith(`Unknown argument "${name}".\n\n${help()}`, EXIT_USAGE)
if (rest.some((argument) => HELP_FLAGS.includes(argument))) {
  console.log(commandHelp(name, command))
  process.exit(0)
}
if (rest.length > 0 && !command.usage)
  exitWith(`Unknown argument "${rest[0]}".\n\n${commandHelp(name, command)}`, EXIT_USAGE)

let databaseUrl = ''
try {
  const config = readConfig(process.env)
  databaseUrl = config.databaseUrl
  const run = await command.load()
  await run(config, rest)
} catch (error) {
  if (error instanceof UsageError) exitWith(`${error.message}\n\n${commandHelp(name, command)}`, EXIT_USAGE)
  if (error instanceof ConfigError) exitWith(`Reading Queue could not start:\n${error.message}`, EXIT_USAGE)
  if (error instanceof Failure && error.code !== 'busy') exitWith(error.detail, EXIT_FAILED)
  exitWith(startErrorMessage(error, databaseUrl), EXIT_FAILED)
}
