import type { Config } from '../config/config.ts'
import { checkService } from '../doctor/check-service.ts'
import type { Finding } from '../doctor/finding.ts'
import { repair } from './repair.ts'
import { Failure } from '../failure.ts'
import { systemClock } from '../ports/clock.ts'
import { UsageError } from './usage-error.ts'

const SYMBOLS = { fine: '✓', note: '·', wrong: '✗' } as const
const REPAIR = '--repair'

/**
 * Runs all checks and prints the findings. Changes nothing, except that --repair recomputes derived data. Throws
 * UsageError and Failure.
 */
export async function doctor(config: Config, args: string[]): Promise<void> {
  if (args.some((argument) => argument !== REPAIR)) throw new UsageError(`doctor takes ${REPAIR} or nothing.`)
  let errorCount = 0
  const report = (findings: Finding[]) => {
    for (const { state, check: about, message: words } of findings) {
      if (state === 'wrong') errorCount++
      console.log(`${SYMBOLS[state]} ${about}: ${words}`)
    }
  }
  if (args.length > 0) report(await repair(config.databaseUrl))
  for await (const findings of checkService(config, systemClock)) report(findings)
  if (errorCount > 0)
    throw new Failure(
      'command_refused',
      errorCount === 1 ? '1 problem found.' : `${errorCount} problems found.`,
    )
}
