import { allMessages } from '../../html/messages/messages.ts'
import type { ImportOptions } from '../../library/import.ts'
import type { Clock } from '../../ports/clock.ts'

/** What the preview of an import offers first. */
export function defaultOptions({ clock }: { clock: Clock }): ImportOptions {
  const today = new Date(clock.now()).toISOString().slice(0, 10)
  return { folders: 'each', unclear: 'unread', tag: allMessages.imports.tagOn(today) }
}
