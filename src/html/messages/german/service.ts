import { html } from '../../html.ts'
import type { service as English } from '../english/service.ts'

const never = 'In letzter Zeit nicht gesehen'

/** The texts of the owner's pages. */
export const service: typeof English = {
  title: 'Dieser Dienst',
  back: 'Zurück zu „Dieser Dienst“',
  lead: (address) =>
    html`Du verwaltest den Dienst unter ${address}. Du entscheidest, wer ihn nutzen darf; die Leselisten
    anderer kannst du nicht lesen.`,
  confirmFirst: (link) => html`Bevor du hier etwas änderst, ${link('bestätige bitte, dass du es bist')}.`,
  setByEnvironment: (variable) =>
    html`Durch ${variable} in der Umgebung des Servers festgelegt und deshalb nur dort zu ändern.`,
  accounts: {
    title: 'Konten',
    count: (count, isOne) => (isOne ? '1 Konto' : `${count} Konten`),
    all: 'Alle Konten anzeigen',
    search: 'Nach E-Mail-Adresse suchen',
    find: 'Suchen',
    clear: 'Alle anzeigen',
    none: 'Kein Konto gefunden.',
    next: 'Ältere Konten',
    first: 'Neueste Konten',
    created: (when) => html`Erstellt: ${when}`,
    seen: (when) => html`Zuletzt gesehen: ${when}`,
    never,
    items: (count, isOne) => (isOne ? '1 Eintrag' : `${count} Einträge`),
    owner: 'Verwaltet den Dienst',
    disabled: 'Gesperrt',
  },
  extractions: {
    heading: 'Regeln für Websites',
    text: 'Für alle, die es für sich nicht anders festgelegt haben. Diese Liste ergänzt du in deinen Einstellungen.',
    forget: 'Vergessen',
    forgotten: 'Vergessen. Seiten dieser Website werden wieder automatisch gelesen.',
  },
  account: {
    back: 'Zurück zu allen Konten',
    isOwnAccount: 'Das ist dein eigenes Konto.',
    goToOwnAccount: 'Zu deinen Einstellungen',
    labels: {
      created: 'Erstellt',
      seen: 'Zuletzt gesehen',
      items: 'Einträge',
      used: 'Belegter Speicherplatz',
      state: 'Status',
    },
    active: 'Aktiv',
    disabledSince: (when) => html`Gesperrt (${when})`,
    disable: {
      heading: 'Konto sperren',
      text: 'Die Person wird überall abgemeldet, und ihre Agenten werden sofort abgewiesen. Nichts wird gelöscht, und du kannst das Konto wieder entsperren.',
      button: 'Konto sperren',
    },
    enable: {
      heading: 'Konto entsperren',
      text: 'Die Person kann sich wieder anmelden, und ihre Agenten arbeiten wie zuvor.',
      button: 'Konto entsperren',
    },
    owner: {
      heading: 'Verwaltung übertragen',
      text: 'Diese Person verwaltet dann den Dienst an deiner Stelle.',
      open: 'Dieser Person die Verwaltung übertragen',
      button: 'Verwaltung übertragen',
    },
    deletion: {
      heading: 'Konto löschen',
      text: 'Das löscht das Konto endgültig, mit allem, was darin ist.',
      open: 'Dieses Konto löschen',
      button: 'Konto löschen',
    },
    typedEmail: 'Die E-Mail-Adresse des Kontos zur Bestätigung',
    disabled: (email) => `${email} ist gesperrt.`,
    enabled: (email) => `${email} ist wieder entsperrt.`,
    ownershipTransferred: (email) => `${email} verwaltet jetzt diesen Dienst.`,
    deleted: (email) => `${email} ist gelöscht.`,
  },
  invitations: {
    heading: 'Einladungen',
    text: (days) =>
      `Mit einem Link kann eine Person ein Konto erstellen. Er funktioniert einmal und gilt ${days === 1 ? 'einen Tag' : `${days} Tage`}.`,
    note: 'Für wen ist sie? (optional)',
    noteHint: 'Das siehst nur du.',
    button: 'Einladungslink erstellen',
    done: 'Einladung erstellt. Kopiere den Link jetzt, denn er wird nicht noch einmal angezeigt.',
    link: 'Einladungslink',
    unnamed: 'Einladung',
    created: (when) => html`Erstellt: ${when}.`,
    expires: (when) => html`Läuft ab: ${when}.`,
    withdraw: 'Zurückziehen',
    withdrawn: 'Einladung zurückgezogen. Der Link funktioniert nicht mehr.',
    gone: 'Diese Einladung wurde schon verwendet oder zurückgezogen, oder sie ist abgelaufen.',
  },
  signUp: {
    heading: 'Neue Konten',
    legend: 'Wer ein Konto erstellen kann',
    open: 'Alle, die diese Adresse erreichen',
    invited: 'Nur Personen mit einer Einladung',
    save: 'Speichern',
    done: {
      open: 'Gespeichert. Alle, die diese Adresse erreichen, können ein Konto erstellen.',
      first: 'Gespeichert. Für ein neues Konto ist eine Einladung nötig.',
      closed: 'Gespeichert. Für ein neues Konto ist eine Einladung nötig.',
    },
  },
  callbacks: {
    heading: 'Zugelassene Callback-Adressen',
    text: 'Callback-Adressen mit https oder 127.0.0.1 sind immer zugelassen. Wenn eine App eine andere braucht, lass sie hier zu.',
    field: 'Weitere Callback-Adressen, eine pro Zeile',
    hint: 'Genaue Adressen. http://localhost lässt jeden Port zu.',
    save: 'Callback-Adressen speichern',
    none: 'Keine weiteren Callback-Adressen sind zugelassen.',
    done: (count) =>
      count === 0
        ? 'Gespeichert. Keine weiteren Callback-Adressen sind zugelassen.'
        : count === 1
          ? 'Gespeichert. 1 weitere Callback-Adresse ist zugelassen.'
          : `Gespeichert. ${count} weitere Callback-Adressen sind zugelassen.`,
  },
  health: {
    title: 'Zustand',
    text: 'Prüft die Datenbank, den Speicherplatz, die Uhr und die öffentliche Adresse. Das kann ein paar Sekunden dauern.',
    check: 'Jetzt prüfen',
    again: 'Noch einmal prüfen',
    fine: 'Alles in Ordnung.',
    needsAttention: (count) =>
      count === 1 ? '1 Punkt erfordert Aufmerksamkeit.' : `${count} Punkte erfordern Aufmerksamkeit.`,
    states: { fine: 'OK', note: 'Hinweis', wrong: 'Erfordert Aufmerksamkeit' },
  },
}
