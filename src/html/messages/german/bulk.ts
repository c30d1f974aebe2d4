import type { bulk as English } from '../english/bulk.ts'

/** In the dative. */
const ofItems = (count: number) => (count === 1 ? '1 Eintrag' : `${count} Einträgen`)

/** The texts of the bar for several selected items. */
export const bulk: typeof English = {
  label: 'Ausgewählte Einträge',
  select: 'Auswählen',
  selected: 'ausgewählt',
  all: 'Alle auswählen',
  none: 'Auswahl aufheben',
  more: 'Mehr',
  buttons: {
    'unsnooze-item': 'Zurückholen',
    'tag-item': 'Hinzufügen',
    'untag-item': 'Entfernen',
    'ask-agent': 'Fragen',
  },
  done: {
    'mark-read': (count) => `${count} als gelesen markiert`,
    'mark-unread': (count) => `${count} als ungelesen markiert`,
    'favourite-item': (count) => `${count} als ${count === 1 ? 'Favorit' : 'Favoriten'} markiert`,
    'unfavourite-item': (count) => `${count} aus den Favoriten entfernt`,
    'snooze-item': (count) => `${count} zurückgestellt`,
    'unsnooze-item': (count) => `${count} zurückgeholt`,
    'tag-item': (count) => `Schlagwort zu ${ofItems(count)} hinzugefügt`,
    'untag-item': (count) => `Schlagwort von ${ofItems(count)} entfernt`,
    'ask-agent': (count) => `Zu ${ofItems(count)} gefragt`,
    'answer-request': (count) => `${count} beantwortet`,
    'clear-request': (count) => (count === 1 ? '1 Anfrage entfernt' : `${count} Anfragen entfernt`),
    'refetch-item': (count) => `${count} ${count === 1 ? 'wird' : 'werden'} neu abgerufen`,
    'remove-item': (count) => `${count} in den Papierkorb verschoben`,
    'restore-item': (count) => `${count} aus dem Papierkorb wiederhergestellt`,
  },
  otherwiseDone: (count) => `${count} geändert`,
  alreadyApplied: (count) => `bei ${count} schon der Fall`,
  impossible: (count) => `bei ${count} nicht möglich`,
  nothing: 'Nichts wurde geändert',
  nothingTyped: 'Gib zuerst ein Schlagwort, ein Datum oder eine Anfrage ein.',
}
