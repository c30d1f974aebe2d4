import { html } from '../../html.ts'
import type { imports as English } from '../english/imports.ts'
import { formatsOf } from '../format/formats.ts'
import { plural } from '../format/plural.ts'

const { count: format } = formatsOf('de', 'de-DE')
const links = (count: number) => `${format(count)} ${plural(count, 'Link', 'Links')}`
const rows = (count: number) => `${format(count)} ${plural(count, 'Zeile', 'Zeilen')}`

/** The texts of bringing a library. */
export const imports: typeof English = {
  title: 'Importieren',
  lead: 'Bring deine Links aus einem anderen Dienst oder Browser mit. Bevor etwas geschieht, siehst du, was geschehen wird.',
  fromFile: 'Aus einer Datei',
  file: 'Exportdatei',
  hint: 'Wähle sie aus, oder zieh sie hierher. Bis 100 MB, auch als ZIP; die Art der Datei wird am Inhalt erkannt.',
  upload: 'Hochladen und Vorschau ansehen',
  services: 'Unterstützte Dienste',
  servicesText:
    'Pocket, Instapaper, Omnivore, Readwise Reader, wallabag, Raindrop.io, Karakeep, linkding, Linkwarden, GoodLinks, Matter, Pinboard, mymind, Readeck, OneTab, Lesezeichen aus jedem Browser, jede CSV-Datei mit einer Spalte voller Links und jeder Text, in dem Links stehen.',
  earlier: 'Importe',
  retention: 'Berichte werden 30 Tage lang aufbewahrt.',
  tagOn: (day) => `importiert ${day}`,
  noFile: 'Wähle zuerst eine Datei.',
  imported: (count) => `${links(count)} importiert`,
  remoteLibrary: {
    heading: 'Aus einem anderen Dienst',
    lead: 'Hol deine Links von einem laufenden Server. Was du hier eingibst, wird nur für diesen Import verwendet und nicht gespeichert.',
    address: 'Adresse des Servers',
    addressHint: 'So, wie du sie im Browser öffnest. Nimm https, außer im eigenen Netz.',
    credentials: {
      token: 'API-Token',
      client_id: 'Client-ID',
      client_secret: 'Client-Secret',
      username: 'Benutzername',
      password: 'Passwort',
    },
    hints: {
      wallabag: 'Lege in wallabag unter „API-Client-Verwaltung“ einen Client an.',
      linkding: 'Das REST-API-Token steht in den Einstellungen von linkding unter „Integrations“.',
      karakeep:
        'Lege in den Einstellungen von Karakeep unter „API Keys“ einen Schlüssel an. Listen werden nicht gelesen, nur Schlagwörter.',
      readeck: 'Lege in deinem Readeck-Profil unter „API-Tokens“ ein Token an.',
      miniflux:
        'Lege in den Einstellungen von Miniflux unter „API-Schlüssel“ einen Schlüssel an. Gelesen werden deine markierten Einträge; sie werden Favoriten.',
    },
    read: 'Lesen und Vorschau ansehen',
    readSoFar: (count) => `${links(count)} bisher gelesen`,
    goesOn: 'Du kannst diese Seite verlassen. Du siehst, was geschehen wird, bevor etwas hinzugefügt wird.',
    interruptedHeading: 'Weitermachen',
    interruptedText: (address) =>
      html`Die Links von ${address} wurden nicht bis zum Ende gelesen. Was gelesen wurde, bleibt. Nichts von
      deinen Eingaben wurde gespeichert: Gib sie noch einmal ein, um dort weiterzumachen.`,
    resume: 'Weitermachen',
  },
  back: 'Alle Importe',
  of: (name) => html`Import von ${name}`,
  states: {
    reading: 'Wird gelesen',
    interrupted: 'Unterbrochen',
    ready: 'Bereit zum Importieren',
    running: 'Läuft',
    paused: 'Pausiert',
    done: 'Fertig',
    cancelled: 'Abgebrochen',
    undoing: 'Wird rückgängig gemacht',
    undone: 'Rückgängig gemacht',
  },
  preview: {
    heading: 'Was geschehen wird',
    new: (count) => `${links(count)} ${plural(count, 'wird', 'werden')} hinzugefügt`,
    known: (count) => `${links(count)} hast du schon: Nur neue Schlagwörter und Notizen werden hinzugefügt`,
    repeated: (count) =>
      `${rows(count)} ${plural(count, 'wiederholt', 'wiederholen')} einen Link aus der Datei`,
    skipped: (count) => `${rows(count)} ${plural(count, 'ist', 'sind')} nicht verwendbar`,
    nothing: 'In dieser Datei gibt es nichts zu importieren.',
    rows: 'Die ersten Zeilen',
    inFolder: (path) => html`in ${path}`,
    more: (count) => `und ${format(count)} weitere`,
  },
  options: {
    folders: 'Ordner',
    folderChoices: {
      each: 'Ein Schlagwort für jeden Ordner',
      path: 'Ein Schlagwort für den ganzen Pfad',
      none: 'Weglassen',
    },
    unclear: (count) => `Vielleicht schon gelesene Links (${format(count)})`,
    unclearChoices: { unread: 'Ungelesen', read: 'Gelesen' },
    tag: 'Schlagwort für alle hinzugefügten Links',
    tagHint: 'Leer lassen, wenn du keines möchtest.',
  },
  transitions: {
    start: 'Importieren',
    pause: 'Pausieren',
    resume: 'Fortsetzen',
    cancel: 'Abbrechen',
    undo: 'Import rückgängig machen',
  },
  progress: {
    heading: 'Fortschritt',
    percent: (percent) => `${percent} %`,
    rows: (done, total) => `${done} von ${total} Zeilen`,
    left: (span) => `Noch etwa ${span}`,
    soon: 'Noch weniger als eine Minute',
    waiting: (count) => `Noch ${links(count)}`,
    ended: (when) => html`Beendet: ${when}.`,
  },
  goesOn: 'Du kannst diese Seite verlassen, der Import läuft weiter.',
  result: {
    heading: 'Ergebnis',
    added: (count) => `${links(count)} hinzugefügt`,
    merged: (count) => `${links(count)} schon gespeichert oder doppelt`,
    skipped: (count) => `${rows(count)} übersprungen`,
    highlights: (count) => `${format(count)} ${plural(count, 'Markierung', 'Markierungen')} hinzugefügt`,
    highlightsHint:
      'Werden im Artikel gefunden, sobald er gelesen ist. Der Bericht nennt die, die nicht gefunden werden',
    addedHint: 'Neu in deiner Leseliste, mit Schlagwörtern, Notizen und Datum',
    mergedHint: 'Nur Schlagwörter und Notizen, die neu waren',
    skippedHint: 'Unten aufgeführt, mit dem Grund',
    see: 'In deiner Leseliste ansehen',
    report: 'Bericht herunterladen (CSV)',
    undoText:
      'Wenn du den Import rückgängig machst, kommt alles Hinzugefügte in den Papierkorb, und Ergänzungen werden zurückgenommen. Was du seitdem geändert hast, bleibt.',
  },
  skipped: {
    heading: 'Übersprungene Zeilen',
    row: (number) => `Zeile ${number}`,
    more: 'Die übrigen stehen im Bericht.',
  },
  reasons: {
    no_address: 'Kein Link.',
    highlight_without_link: 'Eine Markierung ohne den Link ihrer Seite.',
    not_web: 'Keine Webseite. Nur Links mit http und https lassen sich speichern.',
    not_an_address: 'Das ist keine Webadresse.',
    has_password: 'Der Link enthält einen Benutzernamen oder ein Passwort.',
    too_long: 'Der Link ist länger als 4.096 Zeichen.',
    feed: 'Aus einem Feed, nicht von dir gespeichert.',
    unreadable: 'Diese Zeile hat nicht das erwartete Format.',
  },
}
