import { Failure, invalidField } from '../../failure.ts'
import { queueAction } from '../action.ts'
import { itemsOf } from '../items.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { GONE } from '../ledger/plan-undo.ts'
import { undoEntries } from '../ledger/undo.ts'

/** Undoing twice is undoing once, so an agent may retry; an undo can be undone like any other change. */
export const undoChange = queueAction({
  name: 'undo-change',
  title: 'Undo a change',
  description:
    'Take back one change by its number. It is refused where somebody changed the same thing since; what was saved goes to the trash.',
  path: 'undo-change',
  gives: 'undone',
  fields: {
    change: {
      kind: 'count',
      title: 'Number of the change',
      hint: 'The `sequence` of the change',
      required: true,
    },
  },
  async run(change, { change: sequence }) {
    const { tx, accountId } = change
    const entry = await ledgerOf(tx, accountId).find(sequence)
    if (!entry) throw invalidField('change', 'There is no change of this number, or it is not kept any more.')
    const item = await itemsOf(tx, accountId).findKept(entry.itemId)
    if (!item) throw new Failure('not_offered', GONE)
    if (entry.undoneBy !== null) return { entry, item, isChanged: false, words: 'It was undone already.' }
    const [outcome] = await undoEntries(change, [entry])
    if (outcome?.kind === 'refused') throw new Failure('not_offered', outcome.because)
    if (outcome?.kind !== 'undone') {
      return { entry, item, isChanged: false, words: outcome?.because ?? 'Nothing of it is left.' }
    }
    return { entry, item: outcome.item, isChanged: true, words: 'Undone.' }
  },
})
