import { plural } from '../format/plural.ts'
import type { exports as English } from '../english/exports.ts'

/** The texts of the page that exports a list. */
export const exports: typeof English = {
  title: 'Exportieren',
  open: 'Exportieren …',
  list: (shown, count, isMore) =>
    isMore
      ? `Die Datei enthält alle Einträge dieser Liste, mehr als ${shown}.`
      : `Die Datei enthält ${plural(count, 'den einen Eintrag', `die ${shown} Einträge`)} dieser Liste.`,
  selected: (shown, count) =>
    `Die Datei enthält ${plural(count, 'den einen ausgewählten Eintrag', `die ${shown} ausgewählten Einträge`)}.`,
  nothing: 'Es gibt nichts zu exportieren.',
  contents: { library: 'Deine Bibliothek', highlights: 'Deine Markierungen' },
  formats: {
    json: { title: 'JSON', text: 'Alles, mit Artikeln. Reading Queue kann es wieder importieren.' },
    html: { title: 'Lesezeichen', text: 'Eine HTML-Datei für Browser und andere Dienste.' },
    csv: { title: 'CSV', text: 'Eine Tabelle für Tabellenprogramme und andere Dienste.' },
    markdown: {
      title: 'Markdown',
      text: 'Ein ZIP mit einer Datei je Artikel, für Obsidian und andere Editoren.',
    },
    text: { title: 'Links', text: 'Reiner Text, ein Link je Zeile.' },
    highlights: { title: 'CSV', text: 'Eine Tabelle für Readwise und Tabellenprogramme.' },
    annotations: { title: 'JSON-LD', text: 'W3C-Annotationen, für Programme.' },
  },
  hint: 'Die Datei entsteht, während sie heruntergeladen wird. Deshalb kann dein Browser nicht sagen, wie lange das dauert.',
  button: 'Herunterladen',
  back: 'Zurück zur Liste',
  progress: {
    title: 'Fortschritt des Exports',
    link: 'Sehen, wie weit ein Export ist',
    of: (written, total) => `${written} von ${total} Einträgen geschrieben`,
    soFar: (written) => `Bisher ${written} ${written === '1' ? 'Eintrag' : 'Einträge'} geschrieben`,
    none: 'Es läuft kein Export.',
    back: 'Zurück zu den Einstellungen',
  },
}
