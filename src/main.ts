import { reextract } from './commands/reextract.ts'
import { resetPassword } from './commands/reset-password.ts'
import { serve } from './commands/serve.ts'
import { UsageError } from './commands/usage-error.ts'
import { type Config, ConfigError, configHelp, readConfig } from './config.ts'

const EXIT_USAGE = 2

/** `usage` names the arguments, where a command takes any; it throws UsageError for wrong ones. */
type Command = { about: string; usage?: string; run(config: Config, args: string[]): Promise<void> }

const COMMANDS: Record<string, Command> = {
  serve: { about: 'serve the queue (the default)', run: serve },
  'reset-password': {
    about: 'print a link that sets a new password, or take the password from standard input',
    usage: 'EMAIL [--password-stdin]',
    run: resetPassword,
  },
  reextract: { about: 'read all kept pages again, after an update of the extraction', run: reextract },
}

function help(): string {
  const commands = Object.entries(COMMANDS).flatMap(([name, { about, usage }]) => {
    const line = `  ${name.padEnd(20)} ${about}`
    return usage ? [line, `  ${' '.repeat(20)}   ${name} ${usage}`] : [line]
  })
  return ['Usage: npm start [-- COMMAND]', '', ...commands, '', configHelp()].join('\n')
}

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
  return `Reading Queue could not start. The database is ${place}. The system says: ${said}`
}

const [name = 'serve', ...rest] = process.argv.slice(2)
if (name === '--help' || name === '-h') {
  console.log(help())
  process.exit(0)
}
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
if (!command || (rest.length > 0 && !command.usage))
  stop(`Unknown argument "${command ? rest[0] : name}".\n\n${help()}`, EXIT_USAGE)

let databaseUrl = ''
try {
  const config = readConfig(process.env)
  databaseUrl = config.databaseUrl
  await command.run(config, rest)
} catch (error) {
  if (error instanceof UsageError) stop(`${error.message}\n\n${help()}`, EXIT_USAGE)
  if (error instanceof ConfigError) stop(`Reading Queue could not start:\n${error.message}`, EXIT_USAGE)
  stop(startMistake(error, databaseUrl), 1)
}
