/** A day that an item can be snoozed until, whenever the test runs. */
export const NEXT_YEAR = `${new Date().getUTCFullYear() + 1}-12-31`

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

/** The sample states in which each item action is offered, written out, so that a changed rule fails a test. */
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

/** A valid value for each field of an item action, as a form sends it. */
export const SAMPLE_INPUT: Record<string, string> = {
  tag: 'kept',
  title: 'Another title',
  note: 'A note',
  quote: 'Another passage',
  colour: 'green',
  request: 'Compare it with the others',
  answer: 'It is short',
  until: `${new Date().getUTCFullYear() + 2}-06-01`,
  progress: '0.5',
}
