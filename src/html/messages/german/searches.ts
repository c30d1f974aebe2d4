import type { searches as English } from '../english/searches.ts'

/** The texts about saved searches. */
export const searches: typeof English = {
  title: 'Gespeicherte Suchen',
  manage: 'Gespeicherte Suchen bearbeiten',
  save: 'Suche speichern',
  name: 'Name',
  query: 'Suche',
  order: 'Reihenfolge',
  button: 'Speichern',
  add: 'Gespeicherte Suche hinzufügen',
  addOwn: 'Eigene Suche anlegen',
  edit: 'Bearbeiten',
  named: (name) => `: ${name}`,
  remove: 'Entfernen',
  none: 'Noch keine gespeicherten Suchen',
  noneHint:
    'Eine gespeicherte Suche ist eine Liste, die sich selbst füllt. Sie bleibt in der Seitenleiste, und auch deine Agenten können sie verwenden. Durchsuche deine Leseliste und wähle „Suche speichern“, oder fang mit dieser an:',
  conditions: 'Bedingungen',
  suggested: {
    states: {
      unread: 'Ungelesene Artikel',
      read: 'Gelesene Artikel',
      favourite: 'Favoriten',
      snoozed: 'Zurückgestellte Artikel',
      removed: 'Entfernte Artikel',
    },
    sentence: ({ state, tags, sites, words }) =>
      [
        searches.suggested.states[state] ?? 'Artikel',
        ...tags.map((tag, index) => (index === 0 ? `mit Schlagwort ${tag}` : `und ${tag}`)),
        ...sites.map((site) => `von ${site}`),
        ...words.map((text) => `zu „${text}“`),
      ].join(' '),
  },
  example: {
    name: 'Kurz zu lesen',
    query: 'is:unread under:10m',
    meaning: 'Ungelesen, mit höchstens zehn Minuten Lesezeit',
    button: 'Diese Suche hinzufügen',
  },
  done: {
    saved: (name) => `Suche „${name}“ gespeichert.`,
    changed: (name) => `Suche „${name}“ geändert.`,
    removed: (name) => `Suche „${name}“ entfernt.`,
    same: 'Nichts wurde geändert.',
  },
}
