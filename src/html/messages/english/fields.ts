import { html } from '../../html.ts'
import type { FieldIn } from '../../../queue/model/fields.ts'
import type { Slot } from '../format/slot.ts'

/** What an item's fields are called, and the texts about what they hold. */
export const fields = {
  labels: {
    url: 'Address',
    givenTitle: 'Title',
    site: 'Site',
    brokenAt: 'Link broken since',
    author: 'Author',
    publishedAt: 'Published',
    wordCount: 'Words',
    tags: 'Tags',
    note: 'Note',
    request: 'Request',
    answer: 'Answer',
    reason: 'Reason',
    savedAt: 'Saved',
    savedBy: 'Saved by',
    readAt: 'Read',
    favouritedAt: 'Favourite',
    snoozedUntil: 'Snoozed',
    progress: 'Reading progress',
    removedAt: 'In the trash',
    updatedAt: 'Last changed',
    snapshot: 'Copy',
    extraction: 'Text of the page',
  } satisfies Record<FieldIn<'card' | 'details' | 'history'>, string>,
  became: (was: Slot, is: Slot) =>
    html`${was} <span class="visually-hidden">became</span><span aria-hidden="true">→</span> ${is}`,
  /** What a text field holds. */
  quoted: (text: Slot) => html`“${text}”`,
  none: 'none',
  snoozedUntil: (day: Slot) => html`Snoozed until ${day}`,
  site: 'the site',
  copy: (source: Slot, words: string) => html`${source} (${words === '1' ? '1 word' : `${words} words`})`,
  percent: (percent: number) => `${percent}%`,
  savedBy: (when: Slot, saver: Slot) => html`${when} by ${saver}`,
}
