import { Failure } from '../failure.ts'

/** What a look at one thing gave; `words` say also what to do where it is not fine. */
export type Finding = { state: 'fine' | 'note' | 'wrong'; check: string; message: string }

export function fine(check: string, message: string): Finding {
  return { state: 'fine', check, message }
}

/** Not wrong by itself, or not to be known from here. */
export function note(check: string, message: string): Finding {
  return { state: 'note', check, message }
}

export function wrong(check: string, message: string): Finding {
  return { state: 'wrong', check, message }
}

/** What went wrong where something could not be looked at. */
export function errorMessage(error: unknown): string {
  if (!(error instanceof Failure)) return error instanceof Error ? error.message : String(error)
  const systemError = error.cause instanceof Error ? ` The system says: ${error.cause.message}` : ''
  return error.detail + systemError
}
