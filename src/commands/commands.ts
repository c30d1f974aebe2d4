import { type Config, configHelp } from '../config/config.ts'

/**
 * `usage` names the arguments, where a command takes any; `more` is what its own help says beyond `about`. What it
 * runs is loaded when it is to run, and throws UsageError for wrong arguments and Failure for what it cannot do.
 */
export type Command = {
  summary: string
  usage?: string
  details?: string
  load(): Promise<Run>
}

type Run = (config: Config, args: string[]) => Promise<void>

export const COMMANDS: Record<string, Command> = {
  serve: {
    summary: 'serve the queue (the default)',
    load: async () => (await import('./serve.ts')).serve,
  },
  migrate: {
    summary: 'bring the database up to date, which serve also does when it starts',
    load: async () => (await import('./migrate.ts')).migrateDatabase,
  },
  backup: {
    summary: 'copy the whole service into one file, while it goes on',
    usage: 'FILE|FOLDER',
    details:
      'Every row is compared with the database before the file gets its name; a file that exists is never\noverwritten. The file holds everything: keep it as safe as the database.',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'bring a backup into the configured database',
    usage: 'FILE',
    details:
      'The database must not hold accounts, and no service may run on it. Broken off, it goes on where it was\nwhen it is run again; until it is done, nothing serves that database.',
    load: async () => (await import('./restore.ts')).restore,
  },
  move: {
    summary: 'copy the whole service into another database, SQLite or PostgreSQL',
    usage: '--to DATABASE_URL',
    details:
      'Stop the service first. The target must not hold accounts. Every row is compared at the end. Broken off, it\ngoes on where it was when it is run again. The source stays as it is.',
    load: async () => (await import('./move.ts')).move,
  },
  distribute: {
    summary: 'spread the queues of all accounts over the nodes of PostgreSQL with Citus',
    usage: '[--dry-run]',
    details:
      'Stop the service first. It is one transaction: all of it is done, or nothing. Run again, it does what is\nmissing. --dry-run prints what would be done, on any PostgreSQL, and changes nothing.',
    load: async () => (await import('./distribute.ts')).distributeAccounts,
  },
  'reset-password': {
    summary: 'print a link that resets a password, or take the new password from standard input',
    usage:
      'EMAIL [--password-stdin [--keep-passkeys] [--keep-connections] [--keep-agents] [--keep-two-step]]',
    details:
      'A reset signs every browser out, and removes passkeys, provider connections, the access of agents and two-step\nsign-in, but for what is kept: by these flags, or on the page that the link opens.',
    load: async () => (await import('./reset-password.ts')).resetPassword,
  },
  invite: {
    summary: 'print a link that lets one person create an account',
    usage: '[NOTE]',
    load: async () => (await import('./invite.ts')).invite,
  },
  owner: {
    summary: 'make an account the owner of the service',
    usage: 'EMAIL',
    load: async () => (await import('./owner.ts')).setOwner,
  },
  reextract: {
    summary: 'read all kept pages again, after an update of the extraction',
    load: async () => (await import('./reextract.ts')).reextract,
  },
  doctor: {
    summary: 'look at configuration, database, disk, clock and public address, and say what is wrong',
    usage: '[--repair]',
    details:
      '--repair counts anew what is kept beside the items (positions in lists by tag, counts, sums) where it differs\nfrom them, as in copies that an earlier release made. The service may go on meanwhile; broken off, it goes on\nwhere it was when it is run again.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
}

const EXIT_CODES =
  'It ends with 0 when all is well, 1 when it failed and 2 when it was used or configured wrongly.'

export function help(): string {
  const commands = Object.entries(COMMANDS).flatMap(([name, { summary, usage }]) => {
    const line = `  ${name.padEnd(20)} ${summary}`
    return usage ? [line, `  ${' '.repeat(20)}   ${name} ${usage}`] : [line]
  })
  return [
    'Usage: npm start [-- COMMAND | --version | --help]',
    '',
    ...commands,
    '',
    EXIT_CODES,
    '',
    configHelp(),
  ].join('\n')
}

export function commandHelp(name: string, { summary, usage = '', details }: Command): string {
  const lines = [`Usage: npm start -- ${name} ${usage}`.trimEnd(), '', `${name}: ${summary}.`]
  return [...lines, ...(details ? [details] : []), '', EXIT_CODES].join('\n')
}
