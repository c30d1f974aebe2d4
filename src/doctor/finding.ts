import { Failure } from '../failure.ts'

/** What a look at one thing gave; `words` say also what to do where it is not fine. */
export type Finding = { state: 'fine' | 'note' | 'wrong'; about: string; words: string }

export function fine(about: string, words: string): Finding {
  return { state: 'fine', about, words }
}

/** Not wrong by itself, or not to be known from here. */
export function note(about: string, words: string): Finding {
  return { state: 'note', about, words }
}

export function wrong(about: string, words: string): Finding {
  return { state: 'wrong', about, words }
}

/** What went wrong where something could not be looked at. */
export function wordsOfError(error: unknown): string {
  if (!(error instanceof Failure)) return error instanceof Error ? error.message : String(error)
  const said = error.cause instanceof Error ? ` The system says: ${error.cause.message}` : ''
  return error.detail + said
}
