import { plural } from '../format/plural.ts'
import type { exports as English } from '../english/exports.ts'

/** The texts of the page that exports a list. */
export const exports: typeof English = {
  title: 'Exportieren',
  open: 'Exportieren …',
  list: (shown, count, isMore) =>
    isMore
      ? `Mehr als ${shown} Einträge dieser Liste.`
      : `${shown} ${plural(count, 'Eintrag', 'Einträge')} dieser Liste.`,
  selected: (shown, count) => `${shown} ${plural(count, 'ausgewählter Eintrag', 'ausgewählte Einträge')}.`,
  nothing: 'Es gibt nichts zu exportieren.',
  format: 'Format',
  formats: {
    json: 'JSON, mit Artikeln. Reading Queue kann es wieder importieren',
    html: 'Lesezeichendatei für Browser und andere Dienste',
    csv: 'CSV-Tabelle für Tabellenprogramme und andere Dienste',
    markdown: 'Markdown-Dateien mit Artikeln, für Obsidian und andere Editoren (ZIP)',
    text: 'Liste der Links',
    highlights: 'Markierungen als CSV, für Readwise und Tabellenprogramme',
    annotations: 'Markierungen als W3C-Annotationen (JSON-LD)',
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
    back: 'Zurück zu deinem Konto',
  },
}
