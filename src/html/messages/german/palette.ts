import type { palette as English } from '../english/palette.ts'

/** The texts of the search palette. */
export const palette: typeof English = {
  label: 'Ergebnisse und Befehle',
  groups: {
    recent: 'Letzte Suchen',
    filters: 'Suche eingrenzen',
    saved: 'Gespeicherte Suchen',
    commands: 'Befehle',
    tags: 'Schlagwörter',
    places: 'Gehe zu',
  },
  forget: 'Letzte Suchen löschen',
  failed: 'Ergebnisse lassen sich gerade nicht anzeigen. Drück die Eingabetaste, um zu suchen.',
  count: (shown, count) =>
    count === 0 ? 'Keine Ergebnisse' : `${shown} ${count === 1 ? 'Ergebnis' : 'Ergebnisse'}`,
  more: (count) => `Mehr als ${count} Ergebnisse`,
  all: 'Alle Ergebnisse anzeigen',
  saveLink: 'Diesen Link speichern',
  searchTrash: 'Papierkorb durchsuchen',
  withoutFilters: (words) => `Ohne Filter nach „${words}“ suchen`,
  pages: {
    searches: 'Gespeicherte Suchen',
    tags: 'Schlagwörter',
    import: 'Links importieren',
    connect: 'Agenten verbinden',
    share: 'Von überall aus speichern',
  },
  setting: (name, choice) => `${name}: ${choice}`,
  shortcuts: [
    ['/', 'Suchen'],
    ['c', 'Link speichern'],
    ['?', 'Diese Hilfe'],
  ],
}
