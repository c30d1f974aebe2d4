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
  readShare: 'Anteil gelesen',
  percent: (percent) => `${percent}\u00a0%`,
  readOfSaved: (part, saved) => `${part} von ${saved} gelesen`,
  showNumbers: 'Zahlen anzeigen',
  totals: {
    saved: 'gespeichert:',
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
    none: 'Keine Lesezeit in den letzten 26 Wochen. Was du als gelesen markierst, erscheint hier mit seiner Lesezeit.',
  },
  sites: {
    title: 'Websites',
    site: 'Website',
    description: (name) =>
      `Ein Balken für jede Website, von der am meisten gespeichert wurde. Der längste: ${name}.`,
  },
  savers: {
    title: 'Wer gespeichert hat',
    saver: 'Wer',
    you: 'Du',
    description: (name) => `Ein Balken für dich und jeden Agenten. Der längste: ${name}.`,
    savedAllYourself:
      'Bisher hast du alles selbst gespeichert. Agenten, die für dich speichern, erscheinen hier.',
  },
}
