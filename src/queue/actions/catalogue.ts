import type { Action, ItemAction, QueueAction } from './action.ts'
import { answerRequest } from './answer-request.ts'
import { askAgent } from './ask-agent.ts'
import { changingItems } from './change-items.ts'
import { clearRequest } from './clear-request.ts'
import { editHighlight } from './edit-highlight.ts'
import { editItem } from './edit-item.ts'
import { favouriteItem } from './favourite-item.ts'
import { highlightItem } from './highlight-item.ts'
import { importLinks } from './import-links.ts'
import { markRead } from './mark-read.ts'
import { markUnread } from './mark-unread.ts'
import { refetchItem } from './refetch-item.ts'
import { removeHighlight } from './remove-highlight.ts'
import { removeItem } from './remove-item.ts'
import { restoreItem } from './restore-item.ts'
import { saveLink } from './save-link.ts'
import { saveLinks } from './save-links.ts'
import { editSearch, removeSearch, saveSearch } from './save-search.ts'
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
  highlightItem,
  editHighlight,
  removeHighlight,
  askAgent,
  answerRequest,
  clearRequest,
  setProgress,
  refetchItem,
  removeItem,
  restoreItem,
]

/** One item action on several items. */
export const changeItems = changingItems(itemActions)

export const queueActions: QueueAction[] = [
  saveLink,
  saveLinks,
  importLinks,
  changeItems,
  saveSearch,
  editSearch,
  removeSearch,
  undoChange,
]

export const catalogue: Action[] = [...queueActions, ...itemActions]
