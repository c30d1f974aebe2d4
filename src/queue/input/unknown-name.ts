import { Failure } from '../../failure.ts'
import { nearestName } from '../../text/nearest-name.ts'
import { truncate } from '../../text/truncate.ts'
import type { RawInput } from './field.ts'

/** How errors call the names of an input, and what has these names. */
export type Naming = {
  noun: 'argument' | 'member' | 'parameter'
  /** Such as `edit_item`, or `This address`. */
  subject: string
  /** What to do instead of giving this name; undefined if nothing is known. */
  hintFor?: (name: string) => string | undefined
}

/** The most unknown names that an error lists; a hostile caller may send thousands. */
const MAX_NAMED = 5
const MAX_SHOWN_NAME = 50

/** Throws `invalid_input` if there are unknown names; the detail suggests the name that was probably meant. */
export function rejectUnknown(given: RawInput, known: readonly string[], naming: Naming): void {
  const errors = unknownNames(given, known, { ...naming, at: '#' })
  if (errors.length === 0) return
  const detail = `${errors.map((error) => error.detail).join(' ')} ${describeKnown(known, naming)}`
  throw new Failure('invalid_input', detail, { errors })
}

/** What is wrong with the names of an input; `at` is its JSON pointer. */
export function unknownNames(
  given: RawInput,
  known: readonly string[],
  { noun, hintFor, at }: Omit<Naming, 'subject'> & { at: string },
): { pointer: string; detail: string }[] {
  const unknown = Object.keys(given).filter((name) => !known.includes(name))
  return unknown.slice(0, MAX_NAMED).map((name) => {
    const shown = truncate(name, MAX_SHOWN_NAME)
    const nearest = nearestName(name, known)
    const hint = nearest === undefined ? hintFor?.(name) : `Did you mean "${nearest}"?`
    const detail = [`There is no ${noun} "${shown}" here.`, hint].filter(Boolean).join(' ')
    return { pointer: `${at}/${shown.replaceAll('~', '~0').replaceAll('/', '~1')}`, detail }
  })
}

function describeKnown(known: readonly string[], { noun, subject }: Naming): string {
  return `${subject} takes ${known.length === 0 ? `no ${noun}s` : known.join(', ')}.`
}
