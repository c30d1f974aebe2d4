/** The sample states that are not in the trash. */
const KEPT = [
  'unread',
  'read',
  'favourite',
  'snoozed',
  'tagged',
  'failed',
  'asked',
  'answered',
  'highlighted',
]

/** The sample states in which each item action is offered, in words, so that a changed rule shows up here. */
export const OFFERED: Record<string, string[]> = {
  'mark-read': ['unread', 'favourite', 'snoozed', 'tagged', 'failed', 'asked', 'answered', 'highlighted'],
  'mark-unread': ['read'],
  'favourite-item': ['unread', 'read', 'snoozed', 'tagged', 'failed', 'asked', 'answered', 'highlighted'],
  'unfavourite-item': ['favourite'],
  'snooze-item': ['unread', 'favourite', 'snoozed', 'tagged', 'failed', 'asked', 'answered', 'highlighted'],
  'unsnooze-item': ['snoozed'],
  'tag-item': KEPT,
  'untag-item': ['tagged'],
  'edit-item': KEPT,
  'highlight-item': KEPT,
  'edit-highlight': ['highlighted'],
  'remove-highlight': ['highlighted'],
  'ask-agent': KEPT,
  'answer-request': ['asked'],
  'clear-request': ['asked', 'answered'],
  'set-progress': KEPT,
  'refetch-item': ['failed'],
  'remove-item': KEPT,
  'restore-item': ['removed'],
}
