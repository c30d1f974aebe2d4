import { propertiesOf } from '../history/change-part.ts'
import { type Audience, explainConflicts, reasonOfItem, type UndoConflict } from './undo-conflict.ts'
import type { UndoOutcome } from './undo.ts'

/** What an undo left as it is: the fields by their names in the API, none if it is the whole change, and why. */
type KeptFields = { fields: string[]; because: string }

export function keptOf(outcome: UndoOutcome): KeptFields[] {
  if (outcome.kind === 'nothing') return []
  if (outcome.kind === 'refused' && outcome.conflicts.length === 0)
    return [{ fields: [], because: outcome.because }]
  return keptFields(outcome.conflicts)
}

export function keptFields(conflicts: UndoConflict[]): KeptFields[] {
  return conflicts.map(({ part, because }) => ({ fields: propertiesOf(part), because }))
}

type Refused = Extract<UndoOutcome, { kind: 'refused' }>

/** Why nothing of a change was undone, for its reader. */
export function refusalFor({ conflicts, by, because }: Refused, audience: Audience): string {
  if (conflicts.length > 0) return explainConflicts(conflicts, audience)
  return by ? reasonOfItem(by, audience) : because
}

/** Whether what was undone was all undone itself, so that it holds again. */
export function isRedo(outcomes: UndoOutcome[]): boolean {
  const undone = outcomes.filter(({ kind }) => kind === 'undone')
  return undone.length > 0 && undone.every(({ change }) => change.action === 'undo-change')
}

/** Sums up in words what was undone, and what was left and why. */
export function describeUndo(outcomes: UndoOutcome[], audience: Audience): string {
  const undone = outcomes.filter((outcome) => outcome.kind === 'undone')
  const refused = outcomes.filter((outcome) => outcome.kind === 'refused')
  const inPart = undone.filter(({ conflicts }) => conflicts.length > 0)
  const [only] = outcomes
  const all = undone.length + refused.length
  if (all === 0) return only?.kind === 'nothing' ? only.because : 'Nothing of it is left.'
  const [partly] = inPart
  if (partly && all === 1) return `Undone in part. ${explainConflicts(partly.conflicts, audience)}`
  const [first] = refused
  if (!first && !partly) return isRedo(outcomes) ? 'Redone.' : 'Undone.'
  return [
    `Undone: ${undone.length} of ${all} changes.`,
    ...(first ? [`${staying(refused)}: ${refusalFor(first, audience)}`] : []),
    ...(partly
      ? [
          `${inPart.length === 1 ? 'One was' : `${inPart.length} were`} undone in part: ${explainConflicts(partly.conflicts, audience)}`,
        ]
      : []),
  ].join(' ')
}

function staying({ length }: UndoOutcome[]): string {
  return length === 1 ? 'One stays' : `${length} stay`
}
