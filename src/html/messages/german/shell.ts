import type { shell as English } from '../english/shell.ts'

/** The texts around every page, and those that several pages share. */
export const shell: typeof English = {
  service: 'Reading Queue',
  title: (page) => `${page} · Reading Queue`,
  copy: 'Kopieren',
  copied: 'Kopiert',
  skip: 'Zum Inhalt',
  skipToMenu: 'Zur Navigation',
  menu: {
    label: 'Seiten',
    short: 'Hauptseiten',
    queue: 'Leseliste',
    search: 'Suchen',
    save: 'Speichern',
    highlights: 'Markierungen',
    agents: 'Agenten',
    activity: 'Aktivität',
    stats: 'Statistik',
    account: 'Einstellungen',
    more: 'Mehr',
  },
  close: 'Schließen',
  signOut: 'Abmelden',
  footer: 'Reading Queue: deine Links, geteilt mit den Agenten, die für dich arbeiten.',
  unreached: 'Reading Queue antwortet nicht. Prüfe deine Verbindung und versuch es dann noch einmal.',
  justNow: 'gerade eben',
  unnamedApp: 'Unbenannte App',
  agent: 'Agent',
  // Only ever after “von”.
  you: 'dir',
  minutes: (minutes) => `${minutes} Min.`,
  hours: (hours) => `${hours} Std.`,
  hoursAndMinutes: (hours, minutes) => `${hours} Std. ${minutes} Min.`,
  browsers: {
    on: (browser, system) => `${browser} auf ${system}`,
    unknownOn: (system) => `Ein Browser auf ${system}`,
    unknown: 'Ein unbekannter Browser',
  },
  landing: {
    signedOut: 'Du bist abgemeldet.',
    deleted: 'Dein Konto ist gelöscht. Alle Inhalte werden gerade endgültig gelöscht.',
  },
}
