import type { Action, ItemAction, QueueAction } from './action.ts'
import { changingItems } from './actions/change-items.ts'
import { editItem } from './actions/edit-item.ts'
import { favouriteItem } from './actions/favourite-item.ts'
import { markRead } from './actions/mark-read.ts'
import { markUnread } from './actions/mark-unread.ts'
import { refetchItem } from './actions/refetch-item.ts'
import { removeItem } from './actions/remove-item.ts'
import { restoreItem } from './actions/restore-item.ts'
import { saveLink } from './actions/save-link.ts'
import { saveLinks } from './actions/save-links.ts'
import { setProgress } from './actions/set-progress.ts'
import { snoozeItem } from './actions/snooze-item.ts'
import { tagItem } from './actions/tag-item.ts'
import { undoChange } from './actions/undo-change.ts'
import { unfavouriteItem } from './actions/unfavourite-item.ts'
import { unsnoozeItem } from './actions/unsnooze-item.ts'
import { untagItem } from './actions/untag-item.ts'

/** Everything that can be done; routes, Siren actions, forms and tools are folds over these lists. */
export const itemActions: ItemAction[] = [
  markRead,
  markUnread,
  favouriteItem,
  unfavouriteItem,
  snoozeItem,
  unsnoozeItem,
  tagItem,
  untagItem,
  editItem,
  setProgress,
  refetchItem,
  removeItem,
  restoreItem,
]

/** One item action on several items. */
export const changeItems = changingItems(itemActions)

export const queueActions: QueueAction[] = [saveLink, saveLinks, changeItems, undoChange]

export const catalogue: Action[] = [...queueActions, ...itemActions]
