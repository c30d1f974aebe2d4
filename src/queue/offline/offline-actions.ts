/** The item actions that a device can record while it is offline. */
export const OFFLINE_ACTIONS = [
  'mark-read',
  'mark-unread',
  'favourite-item',
  'unfavourite-item',
  'snooze-item',
  'unsnooze-item',
  'remove-item',
  'restore-item',
  'tag-item',
  'untag-item',
  'set-progress',
  'edit-item',
  'highlight-item',
] as const

/** Each of them, and the one that concerns no item. */
export type OfflineActionName = (typeof OFFLINE_ACTIONS)[number] | 'save-link'
