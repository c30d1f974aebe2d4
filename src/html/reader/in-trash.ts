import { html } from '../html.ts'
import { restoreItem } from '../../queue/actions/restore-item.ts'
import { TRASH_RETENTION } from '../../queue/maintenance/trash.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { day } from '../parts/instant.ts'
import type { ReadingView } from './reading-view.ts'

const messages = allMessages.reader

/** That an item is in the trash, until when, and the way out; undefined for others. */
export function inTrash({ item, person, path }: ReadingView): Fragment | undefined {
  if (item.removedAt === null) return undefined
  return html`<div class="in-trash">
    <p>${messages.inTrash(day(item.removedAt + TRASH_RETENTION))}</p>
    ${actionForm(restoreItem, {
      formToken: person.formToken,
      returnTo: path,
      itemId: item.id,
      idPrefix: 'trash',
      style: 'quiet',
    })}
  </div>`
}
