import { undoChange, type UndoExtent } from '../../queue/actions/undo-change.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'

type UndoUse = {
  person: Person
  returnTo: string
  change: number
  extent: UndoExtent
  label: Fragment | string
}

/** The button that takes back a change, or the whole act of that number. */
export function undoButton({ person, returnTo, change, extent, label }: UndoUse): Fragment {
  return actionForm(undoChange, {
    formToken: person.formToken,
    returnTo,
    fixed: { change: String(change), extent },
    look: 'plain',
    label,
  })
}
