import { reextract } from './commands/reextract.ts'
import { serve } from './commands/serve.ts'
import { type Config, ConfigError, configHelp, readConfig } from './config.ts'

const EXIT_USAGE = 2

type Command = { about: string; run(config: Config): Promise<void> }

const COMMANDS: Record<string, Command> = {
  serve: { about: 'serve the queue (the default)', run: serve },
  reextract: { about: 'read all kept pages again, after an update of the extraction', run: reextract },
}

function help(): string {
  const commands = Object.entries(COMMANDS).map(([name, { about }]) => `  ${name.padEnd(20)} ${about}`)
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
if (!command || rest.length > 0)
  stop(`Unknown argument "${command ? rest[0] : name}".\n\n${help()}`, EXIT_USAGE)

let databaseUrl = ''
try {
  const config = readConfig(process.env)
  databaseUrl = config.databaseUrl
  await command.run(config)
} catch (error) {
  if (error instanceof ConfigError) stop(`Reading Queue could not start:\n${error.message}`, EXIT_USAGE)
  stop(startMistake(error, databaseUrl), 1)
}
