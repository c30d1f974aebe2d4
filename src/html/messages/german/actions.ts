import type { actions as English } from '../english/actions.ts'

const titleField = 'Titel'
const tagsField = 'Schlagwörter, durch Kommas getrennt'
const noteField = 'Notiz'
const highlightField = 'Markierung'
const colourField = 'Farbe'
const searchFields = { name: 'Name', query: 'Suche', sort: 'Reihenfolge' }

/** The texts about actions. */
export const actions: typeof English = {
  titles: {
    'save-link': 'Link speichern',
    'save-links': 'Mehrere Links speichern',
    'mark-read': 'Als gelesen markieren',
    'mark-unread': 'Als ungelesen markieren',
    'favourite-item': 'Als Favorit markieren',
    'unfavourite-item': 'Aus Favoriten entfernen',
    'snooze-item': 'Zurückstellen',
    'unsnooze-item': 'Zurückholen',
    'tag-item': 'Schlagwort hinzufügen',
    'untag-item': 'Schlagwort entfernen',
    'edit-item': 'Bearbeiten',
    'highlight-item': 'Markieren',
    'edit-highlight': 'Markierung bearbeiten',
    'remove-highlight': 'Markierung entfernen',
    'change-items': 'Mehrere Einträge ändern',
    'import-links': 'Links importieren',
    'ask-agent': 'Agenten fragen',
    'answer-request': 'Anfrage beantworten',
    'clear-request': 'Anfrage entfernen',
    'set-progress': 'Lesefortschritt festlegen',
    'refetch-item': 'Neu abrufen',
    'remove-item': 'Entfernen',
    'restore-item': 'Wiederherstellen',
    'save-search': 'Suche speichern',
    'edit-search': 'Gespeicherte Suche bearbeiten',
    'remove-search': 'Gespeicherte Suche entfernen',
    'undo-change': 'Änderung rückgängig machen',
  },
  fields: {
    'save-link': {
      url: 'Link',
      title: titleField,
      tags: tagsField,
      note: noteField,
      reason: 'Grund',
      html: 'Quelltext der Seite (HTML)',
    },
    'save-links': { links: 'Links, einer pro Zeile' },
    'snooze-item': { until: 'Bis' },
    'tag-item': { tag: 'Schlagwort' },
    'untag-item': { tag: 'Schlagwort' },
    'edit-item': { title: titleField, note: noteField },
    'highlight-item': { quote: 'Zitat', note: noteField, colour: colourField },
    'edit-highlight': { highlight: highlightField, note: noteField, colour: colourField },
    'remove-highlight': { highlight: highlightField },
    'set-progress': { progress: 'Wie weit, von 0 bis 1' },
    'change-items': { items: 'Einträge', action: 'Aktion' },
    'ask-agent': { request: 'Anfrage' },
    'answer-request': { answer: 'Antwort' },
    'save-search': searchFields,
    'remove-search': { name: 'Name' },
    'undo-change': { change: 'Nummer der Änderung', extent: 'Umfang' },
    'edit-search': { ...searchFields, rename: 'Neuer Name' },
  },
  done: {
    'mark-read': 'Als gelesen markiert.',
    'mark-unread': 'Als ungelesen markiert.',
    'favourite-item': 'Als Favorit markiert.',
    'unfavourite-item': 'Aus den Favoriten entfernt.',
    'unsnooze-item': 'Zurückgeholt. Steht wieder in deiner Leseliste.',
    'tag-item': 'Schlagwort hinzugefügt.',
    'untag-item': 'Schlagwort entfernt.',
    'edit-item': 'Änderungen gespeichert.',
    'highlight-item': 'Markiert.',
    'edit-highlight': 'Änderungen gespeichert.',
    'remove-highlight': 'Markierung entfernt.',
    'ask-agent': 'Gefragt. Der nächste Agent, der in deine Leseliste schaut, sieht die Anfrage.',
    'answer-request': 'Beantwortet.',
    'clear-request': 'Anfrage entfernt.',
    'set-progress': 'Lesefortschritt gespeichert.',
    'refetch-item': 'Die Seite wird neu abgerufen.',
    'remove-item': 'In den Papierkorb verschoben.',
    'restore-item': 'Aus dem Papierkorb wiederhergestellt.',
  },
  otherwiseDone: 'Erledigt.',
  snoozedUntil: (day) => `Zurückgestellt bis ${day}.`,
  savedAgain: {
    'moved-up': 'Nach ganz oben verschoben.',
    'marked-unread': 'Als ungelesen markiert.',
    unsnoozed: 'Zurückgeholt.',
    restored: 'Aus dem Papierkorb wiederhergestellt.',
    tagged: 'Schlagwörter hinzugefügt.',
    'title-set': 'Titel geändert.',
    'note-set': 'Notiz hinzugefügt.',
    'reason-set': 'Grund hinzugefügt.',
    'reason-removed': 'Grund entfernt.',
    refetched: 'Die Seite wird neu abgerufen.',
    'page-taken': 'Seite übernommen.',
  },
  saved(count, known) {
    if (count === 1) return known === 0 ? 'Gespeichert.' : 'Schon gespeichert.'
    if (known === 0) return `${count} Links gespeichert.`
    if (known === count) return `Alle ${count} waren schon gespeichert. Nach ganz oben verschoben.`
    const before = known === 1 ? 'Einer davon war' : `${known} davon waren`
    return `${count} Links gespeichert. ${before} schon gespeichert und ${known === 1 ? 'steht' : 'stehen'} jetzt ganz oben.`
  },
}
