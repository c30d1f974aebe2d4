import { html } from '../../html.ts'
import type { Slot } from '../format/slot.ts'
import { plural } from '../format/plural.ts'

/** How much is undone, each count as it is shown and as a number. */
type UndoneCounts = { changes: string; changeCount: number; items: string; itemCount: number }

/** The texts of undoing all that an agent did. */
export const undoAll = {
  title: (name: string) => `Undo what ${name} did`,
  heading: (name: Slot) => html`Undo what ${name} did`,
  sectionTitle: 'Undo everything since …',
  lead: 'You’ll see a preview first.',
  since: { hour: 'An hour ago', today: 'Today', yesterday: 'Yesterday', always: 'The beginning' },
  exactMoment: (zone: string) => `Or since (${zone} time)`,
  preview: 'Preview',
  sinceMoment: (day: string, time: string, zone: string) => html`Since ${day}, ${time} (${zone} time)`,
  sinceConnected: 'Since it was connected',
  wouldUndo: ({ changes, changeCount, items, itemCount }: UndoneCounts) =>
    `${changes} ${plural(changeCount, 'change', 'changes')} to ${items} ${plural(itemCount, 'item', 'items')} would be undone.`,
  nothingToUndo: 'There is nothing to undo.',
  explanation:
    'Items it saved go to the trash, items it removed come back, and other changes are reversed. You can undo this too, under Activity.',
  alreadyReversed: (count: string) => `Already reversed: ${count} of its changes.`,
  wouldKeep: (count: number, inPart: number) =>
    inPart > 0
      ? `${count + inPart} ${plural(count + inPart, 'change stays', 'changes stay')}, ${inPart} in part, because of later changes`
      : plural(
          count,
          'One change stays, because the item has changed since',
          `${count} changes stay, because the items have changed since`,
        ),
  changes: 'Changes to undo',
  batchLimit: (count: string) => `This covers its newest ${count} changes. Older ones follow, page by page.`,
  stillRunning: 'It still has access and can keep making changes:',
  confirm: (count: string) => `Undo ${count}`,
  confirmAndRevoke: 'Revoke access and undo',
  cancel: 'Cancel',
  done: ({ changes, changeCount, items, itemCount }: UndoneCounts) =>
    `Undid ${changes} ${plural(changeCount, 'change', 'changes')} to ${items} ${plural(itemCount, 'item', 'items')}.`,
  nothingUndone: 'Nothing was undone.',
  kept: (count: number) =>
    plural(
      count,
      'One change stays, because the item has changed since.',
      `${count} changes stay, because the items have changed since.`,
    ),
  keptInPart: (count: number) =>
    plural(
      count,
      'One was undone in part: what was changed since stays.',
      `${count} were undone in part: what was changed since stays.`,
    ),
  more: 'There are older changes. Continue below.',
}
