import type { Action, ItemAction, QueueAction } from './action.ts'
import { changingItems } from './change-items.ts'
import { editItem } from './edit-item.ts'
import { favouriteItem } from './favourite-item.ts'
import { markRead } from './mark-read.ts'
import { markUnread } from './mark-unread.ts'
import { refetchItem } from './refetch-item.ts'
import { removeItem } from './remove-item.ts'
import { restoreItem } from './restore-item.ts'
import { saveLink } from './save-link.ts'
import { saveLinks } from './save-links.ts'
import { setProgress } from './set-progress.ts'
import { snoozeItem } from './snooze-item.ts'
import { tagItem } from './tag-item.ts'
import { undoChange } from './undo-change.ts'
import { unfavouriteItem } from './unfavourite-item.ts'
import { unsnoozeItem } from './unsnooze-item.ts'
import { untagItem } from './untag-item.ts'

/** Everything that can be done. Routes, Siren actions, forms and tools are all derived from these lists. */
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
