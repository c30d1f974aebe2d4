import type { Action, ItemAction, QueueAction } from './action.ts'
import { editItem } from './actions/edit-item.ts'
import { favouriteItem } from './actions/favourite-item.ts'
import { markRead } from './actions/mark-read.ts'
import { markUnread } from './actions/mark-unread.ts'
import { removeItem } from './actions/remove-item.ts'
import { restoreItem } from './actions/restore-item.ts'
import { saveLink } from './actions/save-link.ts'
import { saveLinks } from './actions/save-links.ts'
import { tagItem } from './actions/tag-item.ts'
import { unfavouriteItem } from './actions/unfavourite-item.ts'
import { untagItem } from './actions/untag-item.ts'

/** Everything that can be done; routes, Siren actions, forms and tools are folds over these lists. */
export const queueActions: QueueAction[] = [saveLink, saveLinks]

export const itemActions: ItemAction[] = [
  markRead,
  markUnread,
  favouriteItem,
  unfavouriteItem,
  tagItem,
  untagItem,
  editItem,
  removeItem,
  restoreItem,
]

export const catalogue: Action[] = [...queueActions, ...itemActions]
