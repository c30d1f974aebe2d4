import { html } from '../../html.ts'
import type { history as English } from '../english/history.ts'

type Acts = (typeof English)['acts']

const has = (isYou: boolean) => (isYou ? 'hast' : 'hat')

/** What one act did; `count` items, always several. */
export const acts: Acts = {
  'save-link': (who, count, isYou) => html`${who} ${has(isYou)} ${count} Einträge gespeichert`,
  'save-links': (who, count, isYou) => html`${who} ${has(isYou)} ${count} Einträge gespeichert`,
  'mark-read': (who, count, isYou) => html`${who} ${has(isYou)} ${count} Einträge als gelesen markiert`,
  'mark-unread': (who, count, isYou) => html`${who} ${has(isYou)} ${count} Einträge als ungelesen markiert`,
  'favourite-item': (who, count, isYou) =>
    html`${who} ${has(isYou)} ${count} Einträge als Favoriten markiert`,
  'unfavourite-item': (who, count, isYou) =>
    html`${who} ${has(isYou)} ${count} Einträge aus den Favoriten entfernt`,
  'snooze-item': (who, count, isYou) => html`${who} ${has(isYou)} ${count} Einträge zurückgestellt`,
  'unsnooze-item': (who, count, isYou) => html`${who} ${has(isYou)} ${count} Einträge zurückgeholt`,
  'tag-item': (who, count, isYou) => html`${who} ${has(isYou)} ${count} Einträgen Schlagwörter hinzugefügt`,
  'untag-item': (who, count, isYou) =>
    html`${who} ${has(isYou)} Schlagwörter von ${count} Einträgen entfernt`,
  'edit-item': (who, count, isYou) => html`${who} ${has(isYou)} ${count} Einträge bearbeitet`,
  'import-links': (who, count, isYou) => html`${who} ${has(isYou)} ${count} Links importiert`,
  'refetch-item': (who, count, isYou) => html`${who} ${has(isYou)} ${count} Einträge neu abgerufen`,
  'remove-item': (who, count, isYou) =>
    html`${who} ${has(isYou)} ${count} Einträge in den Papierkorb verschoben`,
  'restore-item': (who, count, isYou) =>
    html`${who} ${has(isYou)} ${count} Einträge aus dem Papierkorb wiederhergestellt`,
  'undo-change': (who, count, isYou) => html`${who} ${has(isYou)} ${count} Änderungen rückgängig gemacht`,
}

/** An act of another kind, or of several. */
export const changedTogether: (typeof English)['changedTogether'] = (who, count, isYou = false) =>
  html`${who} ${has(isYou)} ${count} Einträge geändert`
