import { html } from '../../html.ts'
import type { stats as English } from '../english/stats.ts'

/** The texts of the charts. */
export const stats: typeof English = {
  title: 'Was du liest',
  lead: 'Was du gespeichert und wie viel davon du gelesen hast. Der Papierkorb zählt nicht mit.',
  empty: {
    first: 'Noch keine Statistik',
    next: 'Sobald du etwas speicherst und liest, siehst du es hier: nach Woche, nach Website und danach, wer es gespeichert hat.',
    link: 'Zu deiner Leseliste',
  },
  saved: 'Gespeichert',
  read: 'Gelesen',
  percent: (percent) => `${percent}\u00a0%`,
  readOfSaved: (part, saved) => `${part} von ${saved} gelesen`,
  showNumbers: 'Zahlen anzeigen',
  thisWeek: {
    title: 'Diese Woche',
    time: 'Lesezeit',
    before: (count) => `letzte Woche ${count}`,
  },
  totals: {
    saved: (when) => html`${when} gespeichert`,
    heading: 'Noch zu lesen',
    unread: 'Ungelesen',
    minutes: 'Lesezeit',
    unmeasured: (count) => `dazu ${count} mit unbekannter Länge`,
    age: 'Wartet im Schnitt',
    oldest: 'Wartet am längsten',
    none: 'Nichts ist ungelesen.',
  },
  weeks: {
    title: 'Gespeichert und gelesen pro Woche',
    week: 'Woche ab',
    description: (saved, read) =>
      `Säulen für jede der letzten 26 Wochen: insgesamt ${saved} gespeichert und ${read} gelesen.`,
    none: 'In den letzten 26 Wochen wurde nichts gespeichert oder gelesen. Hier erscheint, was du speicherst und liest.',
  },
  time: {
    title: 'Lesezeit pro Woche',
    head: 'Lesezeit',
    description: (time) => `Säulen für jede der letzten 26 Wochen: insgesamt ${time}.`,
  },
  sites: 'Websites',
  savers: 'Wer gespeichert hat',
  you: 'Du',
}
