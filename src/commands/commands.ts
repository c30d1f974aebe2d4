import type { Config } from '../config/config.ts'
import { configHelp } from '../config/config-help.ts'

/**
 * `usage` lists the arguments, if any; `details` are shown by the command's own --help. The implementation is loaded on
 * use, and throws UsageError for wrong arguments and Failure for anything else.
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
    summary: 'run the service (the default)',
    load: async () => (await import('./serve.ts')).serve,
  },
  migrate: {
    summary: 'apply pending database migrations, which serve also does at start',
    load: async () => (await import('./migrate.ts')).migrateDatabase,
  },
  backup: {
    summary: 'copy the whole service into one file while it runs',
    usage: 'FILE|FOLDER',
    details:
      'Every row is compared with the database before the file gets its name; an existing file is never\noverwritten. The backup contains everything, so protect it as you do the database.',
    load: async () => (await import('./backup.ts')).backup,
  },
  restore: {
    summary: 'restore a backup into the configured database',
    usage: 'FILE',
    details:
      'The database must not contain accounts, and no service may run on it. If interrupted, run it again to\nresume; until it has finished, no service starts on that database.',
    load: async () => (await import('./restore.ts')).restore,
  },
  move: {
    summary: 'copy the whole service into another database, SQLite or PostgreSQL',
    usage: '--to DATABASE_URL',
    details:
      'Stop the service first. The target must not contain accounts. Every row is compared at the end. If\ninterrupted, run it again to resume. The source is not changed.',
    load: async () => (await import('./move.ts')).move,
  },
  distribute: {
    summary: 'spread all accounts over the nodes of a PostgreSQL cluster with Citus',
    usage: '[--dry-run]',
    details:
      'Stop the service first. Everything happens in one transaction. Run it again after an update that adds\ntables. --dry-run prints the statements, on any PostgreSQL, and changes nothing.',
    load: async () => (await import('./distribute.ts')).distributeAccounts,
  },
  'reset-password': {
    summary: 'print a password reset link, or read the new password from standard input',
    usage:
      'EMAIL [--password-stdin [--keep-passkeys] [--keep-connections] [--keep-agents] [--keep-two-step]]',
    details:
      'A reset signs out every browser and removes passkeys, linked sign-ins, agents and two-step sign-in. These\nflags, or the page that the link opens, keep some of them.',
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
  import: {
    summary: 'import the export file of another service, or bookmarks, into an account',
    usage: 'FILE --account EMAIL [--dry-run] [--json]',
    details:
      'The format is detected from the content, also inside a .zip. Folders become tags; items that are not marked as\nread become unread. A link that the account already has gets only what is new. The service may keep running.\n--dry-run changes nothing; --json prints one JSON object.',
    load: async () => (await import('./import-file.ts')).importFile,
  },
  export: {
    summary: 'export an account, or the results of a search, to a file for other programs',
    usage: '--account EMAIL --format FORMAT --output FILE [--query QUERY] [--force]',
    details:
      'FORMAT is json (everything; import reads it), html (bookmarks), csv, markdown (a .zip with one file for each\nitem) or text (links). FILE appears when it is complete; - is standard output. An existing file is replaced only\nwith --force. Only json includes the trash. The service may keep running.',
    load: async () => (await import('./export-file.ts')).exportFile,
  },
  reextract: {
    summary: 'extract the articles of all saved pages again, after an update that improves extraction',
    load: async () => (await import('./reextract.ts')).reextract,
  },
  doctor: {
    summary: 'check configuration, database, disk, clock and public address',
    usage: '[--repair]',
    details:
      '--repair recomputes derived data (tag lists, counts, sums) that disagrees with the items, as in databases\ncopied by an earlier release. The service may keep running. If interrupted, run it again to resume.',
    load: async () => (await import('./doctor.ts')).doctor,
  },
}

const EXIT_CODES = 'Exit status: 0 for success, 1 for a failure, 2 for wrong arguments or configuration.'

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
