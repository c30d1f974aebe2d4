import { Failure } from '../failure.ts'

/** The result of one check; `message` also says what to do if it is not fine. */
export type Finding = { state: 'fine' | 'note' | 'wrong'; check: string; message: string }

export function fine(check: string, message: string): Finding {
  return { state: 'fine', check, message }
}

/** Not necessarily a problem. */
export function note(check: string, message: string): Finding {
  return { state: 'note', check, message }
}

export function wrong(check: string, message: string): Finding {
  return { state: 'wrong', check, message }
}

/** The message of an error that stopped a check. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Failure)) return error instanceof Error ? error.message : String(error)
  const systemError = error.cause instanceof Error ? ` The system says: ${error.cause.message}` : ''
  return error.detail + systemError
}
