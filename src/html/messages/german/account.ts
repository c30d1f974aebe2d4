import { html } from '../../html.ts'
import type { account as English } from '../english/account.ts'
import type { Slot } from '../format/slot.ts'

const neverUsed = 'Noch nicht verwendet.'
const lastUsed = (when: Slot) => html`Zuletzt verwendet: ${when}.`

/** The texts of the account page and of proving again who you are. */
export const account: typeof English = {
  title: 'Einstellungen',
  back: 'Zurück zu den Einstellungen',
  contents: 'Abschnitte',
  close: 'Schließen',
  groups: {
    reading: 'Lesen',
    data: 'Deine Bibliothek',
    security: 'Anmeldung und Sicherheit',
    account: 'Konto',
  },
  youOwnService: (link) =>
    html`Du verwaltest diesen Dienst. Konten, Einladungen und Einstellungen findest du unter
    ${link('Dieser Dienst')}.`,
  confirm: {
    title: 'Bestätigen',
    heading: 'Bestätige, dass du es bist',
    back: 'Abbrechen',
    text: 'Du hast dich vor einer Weile angemeldet. Bestätige, dass du es bist, um fortzufahren.',
    button: 'Bestätigen',
    passkey: 'Passkey verwenden',
    provider: (name) => `Mit ${name} bestätigen`,
    code: 'Code aus deiner Authenticator-App oder ein Wiederherstellungscode',
    done: 'Bestätigt. Zehn Minuten lang wirst du nicht wieder gefragt.',
  },
  email: {
    heading: 'E-Mail-Adresse',
    field: 'Neue Adresse',
    hint: 'Mit dieser Adresse meldest du dich an.',
    button: 'Adresse ändern',
    done: (email) => `E-Mail-Adresse geändert. Melde dich ab jetzt mit ${email} an.`,
    sent: (email) =>
      `Schau in dein Postfach: Wir haben einen Link an ${email} geschickt. Öffne ihn, um die Adresse ab jetzt zu verwenden.`,
    confirm: {
      title: 'Neue Adresse bestätigen',
      text: (email) => html`Melde dich ab jetzt mit ${email} an.`,
      button: 'Diese Adresse verwenden',
    },
  },
  password: {
    heading: 'Passwort',
    isSet: 'Du kannst dich mit deinem Passwort anmelden.',
    none: 'Dein Konto hat kein Passwort.',
    current: 'Aktuelles Passwort',
    field: 'Neues Passwort',
    hint: (length) =>
      `Mindestens ${length} Zeichen, besser 15 oder mehr. In allen anderen Browsern wirst du abgemeldet.`,
    change: 'Passwort ändern',
    set: 'Passwort festlegen',
    remove: 'Passwort entfernen',
    done: 'Passwort gespeichert. In allen anderen Browsern wurdest du abgemeldet.',
    removed: 'Passwort entfernt.',
  },
  passkeys: {
    heading: 'Passkeys',
    text: 'Melde dich mit Fingerabdruck, Gesicht oder PIN an. Du musst dir nichts merken, und bei diesem Dienst gibt es nichts zu stehlen.',
    added: (when) => html`Hinzugefügt: ${when}.`,
    lastUsed,
    neverUsed,
    rename: 'Umbenennen',
    remove: {
      open: 'Entfernen',
      text: 'Mit diesem Passkey kannst du dich dann nicht mehr anmelden.',
      button: 'Passkey entfernen',
    },
    name: 'Name',
    needsScript: 'Um einen Passkey hinzuzufügen, brauchst du JavaScript.',
    add: 'Passkey hinzufügen',
    newName: 'Name des neuen Passkeys',
    newNameHint: 'Zum Beispiel das Gerät, auf dem er liegt.',
    done: 'Passkey hinzugefügt. Du kannst dich jetzt damit anmelden.',
    renamed: 'Umbenannt.',
    gone: 'Diesen Passkey gibt es nicht mehr.',
    removed: 'Passkey entfernt. Lösche ihn auch auf deinem Gerät.',
    alreadyRemoved: 'Dieser Passkey war schon entfernt.',
  },
  provider: {
    heading: (name) => `Mit ${name} anmelden`,
    connected: (when) => html`Verbunden: ${when}.`,
    lastUsed,
    none: 'Nicht verbunden.',
    connect: (name) => `${name} verbinden`,
    disconnect: (name) => `${name} trennen`,
    nowConnected: (name) => `Verbunden. Du kannst dich jetzt mit ${name} anmelden.`,
    disconnected: (name) => `${name} getrennt.`,
    alreadyDisconnected: (name) => `${name} war schon getrennt.`,
  },
  totp: {
    heading: 'Zwei-Faktor-Anmeldung',
    off: 'Für die Anmeldung ist dann neben deinem Passwort auch ein Code aus einer Authenticator-App nötig.',
    on: (when) => html`Eingeschaltet: ${when}. Für die Anmeldung mit Passwort ist auch ein Code nötig.`,
    recoveryCodesLeft: (count) =>
      count === 1 ? 'Noch 1 Wiederherstellungscode übrig.' : `Noch ${count} Wiederherstellungscodes übrig.`,
    change: 'Ändern',
    setUp: 'Zwei-Faktor-Anmeldung einrichten',
    title: 'Zwei-Faktor-Anmeldung einrichten',
    scan: 'Scanne diesen Code mit deiner Authenticator-App. Sie zeigt dann einen sechsstelligen Code, der sich alle 30 Sekunden ändert.',
    qrCode: 'QR-Code für deine Authenticator-App',
    manual: 'Scannen geht nicht? Gib diesen Schlüssel in der App ein:',
    field: 'Code aus der App',
    turnOn: 'Einschalten',
    turnOff: {
      open: 'Zwei-Faktor-Anmeldung ausschalten',
      text: 'Dann reicht dein Passwort zur Anmeldung, und deine Wiederherstellungscodes funktionieren nicht mehr.',
      button: 'Ausschalten',
    },
    renewCodes: {
      open: 'Neue Wiederherstellungscodes erstellen',
      text: 'Deine bisherigen Wiederherstellungscodes funktionieren dann nicht mehr.',
      button: 'Neue Codes erstellen',
    },
    turnedOff: 'Zwei-Faktor-Anmeldung ausgeschaltet.',
    alreadyOff: 'Die Zwei-Faktor-Anmeldung war schon ausgeschaltet.',
    wrongCode:
      'Falscher Code. Prüfe, ob die Uhr deines Handys richtig geht, und gib dann den Code ein, den die App jetzt zeigt.',
    codesTitle: 'Deine Wiederherstellungscodes',
    codesText:
      'Die Zwei-Faktor-Anmeldung ist eingeschaltet. Bewahre diese Codes sicher auf, zum Beispiel in einem Passwortmanager oder auf Papier. Mit jedem kannst du dich einmal anmelden, wenn du dein Handy nicht dabeihast. Sie werden nicht noch einmal angezeigt.',
    downloadCodes: 'Herunterladen',
  },
  signIns: {
    heading: 'Letzte Anmeldungen',
    empty: 'Noch keine Anmeldungen.',
    failed: 'Fehlgeschlagen',
    show: (count) => (count === 1 ? 'Die letzte anzeigen' : `Die letzten ${count} anzeigen`),
    from: (address) => html`von ${address}`,
    methods: {
      '': '',
      password: 'mit Passwort',
      passkey: 'mit Passkey',
      provider: 'über den Anmeldedienst',
      code: 'mit Passwort und Code',
      'recovery-code': 'mit Wiederherstellungscode',
      'sign-up': 'Konto erstellt',
    },
  },
  sessions: {
    heading: 'Wo du angemeldet bist',
    current: 'Dieser Browser',
    since: (when) => html`Angemeldet: ${when}.`,
    lastUsed,
    end: 'Abmelden',
    endOthers: 'Überall sonst abmelden',
    done: 'Der Browser ist abgemeldet.',
    alreadyEnded: 'Der Browser war schon abgemeldet.',
    othersDone: (count) =>
      count === 1 ? 'Ein anderer Browser ist abgemeldet.' : `${count} andere Browser sind abgemeldet.`,
  },
  extractions: {
    heading: 'Regeln für Websites',
    none: 'Nichts gemerkt. Wenn die Kopie einer Seite nicht stimmt, wähle darunter „Diese Kopie stimmt nicht“.',
    text: 'Du hast festgelegt, wie der Text auf den Seiten dieser Websites gefunden wird. Das gilt für jede Seite, die ab jetzt abgerufen wird.',
    since: (when) => html`Festgelegt: ${when}.`,
    forget: 'Vergessen',
    share: 'Für alle verwenden',
    forgotten: 'Vergessen. Seiten dieser Website werden wieder automatisch gelesen.',
    alreadyForgotten: 'Diese Regel war schon gelöscht.',
    shared: 'Gilt jetzt für alle bei diesem Dienst. Jede Person kann es trotzdem für sich anders festlegen.',
  },
  storage: {
    heading: 'Speicherplatz',
    bytes: (used, max) => `${used} von ${max} belegt durch gespeicherte Seiten, Artikel und Bilder.`,
    items: (used, max) => `${used} von ${max} Einträgen, einschließlich Papierkorb.`,
    accountFull: (link) =>
      html`Dein Konto ist voll. Du kannst weiterhin alles lesen und herunterladen. Um Platz zu schaffen,
      entferne Einträge und ${link('leere den Papierkorb')}; nach 30 Tagen leert er sich von selbst.`,
  },
  import: {
    heading: 'Importieren',
    text: 'Bring deine Links aus Pocket, Instapaper, Readwise, wallabag, einem Browser und vielen anderen Quellen mit.',
    link: 'Links importieren',
  },
  export: {
    heading: 'Exportieren',
    text: 'Deine ganze Leseliste in einer JSON-Datei: Links, Schlagwörter, Notizen, Artikel als Markdown und der Verlauf der Änderungen.',
    link: 'Alles herunterladen',
    others: 'Oder für andere Programme, ohne den Papierkorb:',
  },
  deletion: {
    heading: 'Konto löschen',
    text: 'Das löscht endgültig deine Leseliste mit allem, was darin gespeichert ist, den Zugriff deiner Agenten und alle Wege, dich anzumelden.',
    open: 'Mein Konto löschen',
    field: 'Deine E-Mail-Adresse zur Bestätigung',
    button: 'Alles löschen',
  },
}
