import { Failure } from '../../failure.ts'
import { nearestName } from '../../text/nearest-name.ts'
import { shorten } from '../../text/shorten.ts'
import type { RawInput } from './field.ts'

/** What the names of an input are called, and what they belong to. */
export type Naming = {
  noun: 'argument' | 'member' | 'parameter'
  /** Such as `edit_item`, or `This address`. */
  subject: string
  /** What to do instead of giving this name; undefined if nothing is known. */
  instead?: (name: string) => string | undefined
}

/** Unknown names that are pointed at; a hostile caller may send thousands. */
const MAX_NAMED = 5
const MAX_SHOWN_NAME = 50

/** Throws `invalid_input` for each name that is not known, with the one that was probably meant. */
export function rejectUnknown(given: RawInput, known: readonly string[], naming: Naming): void {
  const mistakes = unknownNames(given, known, { ...naming, at: '#' })
  if (mistakes.length === 0) return
  const detail = `${mistakes.map((mistake) => mistake.detail).join(' ')} ${takes(known, naming)}`
  throw new Failure('invalid_input', detail, { mistakes })
}

/** What is wrong with the names of an input; `at` is its JSON pointer. */
export function unknownNames(
  given: RawInput,
  known: readonly string[],
  { noun, instead, at }: Omit<Naming, 'subject'> & { at: string },
): { pointer: string; detail: string }[] {
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  return unknown.slice(0, MAX_NAMED).map((name) => {
    const shown = shorten(name, MAX_SHOWN_NAME)
    const nearest = nearestName(name, known)
    const cure = nearest === undefined ? instead?.(name) : `Did you mean "${nearest}"?`
    const detail = [`There is no ${noun} "${shown}" here.`, cure].filter(Boolean).join(' ')
    return { pointer: `${at}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`, detail }
  })
}

function takes(known: readonly string[], { noun, subject }: Naming): string {
  return `${subject} takes ${known.length === 0 ? `no ${noun}s` : known.join(', ')}.`
}
