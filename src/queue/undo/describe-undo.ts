import { propertiesOf } from '../history/part.ts'
import { type Reader, reasonOf, reasonOfItem, type UndoConflict } from './undo-conflict.ts'
import type { UndoOutcome } from './undo.ts'

/** What an undo left as it is: the fields by their names in the API, none if it is the whole change, and why. */
type KeptFields = { fields: string[]; because: string }

export function keptOf(outcome: UndoOutcome): KeptFields[] {
  if (outcome.kind === 'nothing') return []
  if (outcome.kind === 'refused' && outcome.stays.length === 0)
    return [{ fields: [], because: outcome.because }]
  return keptFields(outcome.stays)
}

export function keptFields(stays: UndoConflict[]): KeptFields[] {
  return stays.map(({ part, because }) => ({ fields: propertiesOf(part), because }))
}

type Refused = Extract<UndoOutcome, { kind: 'refused' }>

/** Why nothing of a change was undone, for its reader. */
export function refusalFor({ stays, by, because }: Refused, reader: Reader): string {
  if (stays.length > 0) return reasonOf(stays, reader)
  return by ? reasonOfItem(by, reader) : because
}

/** Sums up in words what was undone, and what was left and why. */
export function describeUndo(outcomes: UndoOutcome[], reader: Reader): string {
  const undone = outcomes.filter((outcome) => outcome.kind === 'undone')
  const refused = outcomes.filter((outcome) => outcome.kind === 'refused')
  const inPart = undone.filter(({ stays }) => stays.length > 0)
  const [only] = outcomes
  const all = undone.length + refused.length
  if (all === 0) return only?.kind === 'nothing' ? only.because : 'Nothing of it is left.'
  const [partly] = inPart
  if (partly && all === 1) return `Undone in part. ${reasonOf(partly.stays, reader)}`
  const [first] = refused
  if (!first && !partly) return 'Undone.'
  return [
    `Undone: ${undone.length} of ${all} changes.`,
    ...(first ? [`${staying(refused)}: ${refusalFor(first, reader)}`] : []),
    ...(partly
      ? [
          `${inPart.length === 1 ? 'One was' : `${inPart.length} were`} undone in part: ${reasonOf(partly.stays, reader)}`,
        ]
      : []),
  ].join(' ')
}

function staying({ length }: UndoOutcome[]): string {
  return length === 1 ? 'One stays' : `${length} stay`
}
