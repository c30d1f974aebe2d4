import { undoChange, type UndoExtent } from '../../queue/actions/undo-change.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import type { Person } from '../parts/person.ts'

type UndoButtonOptions = {
  person: Person
  returnTo: string
  change: number
  extent: UndoExtent
  label: Fragment | string
}

/** The button that undoes a change, or everything that was changed together with it. */
export function undoButton({ person, returnTo, change, extent, label }: UndoButtonOptions): Fragment {
  return actionForm(undoChange, {
    formToken: person.formToken,
    returnTo,
    hiddenFields: { change: String(change), extent },
    style: 'plain',
    label,
  })
}
