import type { tags as English } from '../english/tags.ts'

const entries = (shown: string, count: number) => `${shown} ${count === 1 ? 'Eintrag' : 'Einträge'}`
/** In the dative. */
const ofEntries = (shown: string, count: number) => `${shown} ${count === 1 ? 'Eintrag' : 'Einträgen'}`

/** The texts of the page of all tags. */
export const tags: typeof English = {
  title: 'Schlagwörter',
  none: 'Noch keine Schlagwörter',
  noneHint: 'Hier erscheinen Schlagwörter, die du oder ein Agent zu Einträgen hinzufügt.',
  named: (tag) => `: ${tag}`,
  items: entries,
  rename: {
    title: 'Umbenennen oder zusammenführen',
    label: (tag) => `Neuer Name für „${tag}“`,
    hint: 'Wenn du den Namen eines anderen Schlagworts eingibst, werden beide zusammengeführt.',
    button: 'Umbenennen',
  },
  colour: {
    label: 'Farbe',
    none: 'Keine Farbe',
    names: {
      red: 'Rot',
      orange: 'Orange',
      yellow: 'Gelb',
      green: 'Grün',
      blue: 'Blau',
      purple: 'Violett',
      pink: 'Rosa',
    },
  },
  remove: 'Dieses Schlagwort löschen',
  removeHint: 'Die Einträge bleiben.',
  cancel: 'Abbrechen',
  done: {
    renamed: ({ tag, to, shown, count }) => `„${tag}“ bei ${ofEntries(shown, count)} in „${to}“ umbenannt.`,
    removed: (tag, shown, count) => `„${tag}“ aus ${ofEntries(shown, count)} entfernt.`,
    coloured: (tag, colour) => `Farbe von „${tag}“: ${colour}`,
    uncoloured: (tag) => `Farbe von „${tag}“ entfernt`,
    nothing: 'Nichts wurde geändert: Kein Eintrag hat dieses Schlagwort.',
    same: 'Es heißt schon so.',
  },
  filter: 'Schlagwörter filtern',
  noMatch: 'Kein Schlagwort enthält das.',
  order: 'Reihenfolge',
  orders: { name: 'Name', count: 'Einträge' },
  more: 'Weitere Schlagwörter',
  first: 'Zurück zu den ersten Schlagwörtern',
}
