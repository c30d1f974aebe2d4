import { html } from '../../html.ts'
import type { fields as English } from '../english/fields.ts'

/** What an item's fields are called, and the texts about what they hold. */
export const fields: typeof English = {
  labels: {
    url: 'Adresse',
    givenTitle: 'Titel',
    site: 'Website',
    brokenAt: 'Link defekt seit',
    author: 'Verfasst von',
    publishedAt: 'Veröffentlicht',
    wordCount: 'Wörter',
    tags: 'Schlagwörter',
    note: 'Notiz',
    request: 'Anfrage',
    answer: 'Antwort',
    reason: 'Grund',
    savedAt: 'Gespeichert',
    savedBy: 'Gespeichert von',
    readAt: 'Gelesen',
    favouritedAt: 'Favorit',
    snoozedUntil: 'Zurückgestellt',
    progress: 'Lesefortschritt',
    removedAt: 'Im Papierkorb',
    updatedAt: 'Zuletzt geändert',
    snapshot: 'Kopie',
    extraction: 'Text der Seite',
  },
  became: (was, is) =>
    html`${was} <span class="visually-hidden">wurde zu</span><span aria-hidden="true">→</span> ${is}`,
  quoted: (text) => html`„${text}“`,
  none: 'leer',
  snoozedUntil: (day) => html`Zurückgestellt bis ${day}`,
  site: 'der Website',
  copy: (source, words) => html`${source} (${words === '1' ? '1 Wort' : `${words} Wörter`})`,
  percent: (percent) => `${percent}\u00a0%`,
  savedBy: (when, saver) => html`${when} von ${saver}`,
}
