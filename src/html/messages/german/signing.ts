import { html } from '../../html.ts'
import type { signing as English } from '../english/signing.ts'

const signIn = 'Anmelden'
const createAccount = 'Konto erstellen'

/** The texts of signing in, signing up and resetting a password. */
export const signing: typeof English = {
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPassword: 'Neues Passwort',
  passwordHint: (length) =>
    `Mindestens ${length} Zeichen, besser 15 oder mehr. Mehrere Wörter sind eine gute Wahl.`,
  toSignIn: 'Zurück zur Anmeldung',
  appIsWaiting: (first) =>
    `Eine App möchte deine Leseliste verwenden. Wähle „${first}“, um zu sehen, welche es ist, und zu entscheiden.`,
  sessionEnded: 'Du wurdest abgemeldet. Melde dich an und versuch es noch einmal.',
  signIn: {
    title: signIn,
    passkey: 'Mit Passkey anmelden',
    provider: (name) => `Mit ${name} anmelden`,
    forgotPassword: 'Passwort vergessen?',
    newHere: 'Neu hier?',
  },
  code: {
    title: 'Code eingeben',
    text: 'Gib den sechsstelligen Code aus deiner Authenticator-App oder einen deiner Wiederherstellungscodes ein.',
    field: 'Code',
    tookTooLong: 'Das hat zu lange gedauert. Melde dich noch einmal an.',
  },
  signUp: {
    title: createAccount,
    emailHint: 'Wir verwenden sie nur für deine Anmeldung.',
    mailHint: 'Wir schicken einen Link dorthin, um zu bestätigen, dass sie dir gehört.',
    haveAccount: 'Hast du schon ein Konto?',
    invited: 'Du bist zu diesem Dienst eingeladen.',
    withProvider: (name) => `Weiter mit ${name}`,
    code: 'Einrichtungscode',
    codeHint: 'Der Server hat ihn beim Start ausgegeben. Er beweist, dass der Dienst dir gehört.',
    newFromProvider: (provider) =>
      `Du bist neu hier. Du meldest dich künftig mit ${provider} an. Hast du schon ein Konto? Dann melde dich wie bisher an und verbinde ${provider} in den Einstellungen.`,
    sent: 'Schau in dein Postfach: Wir haben dir einen Link geschickt. Es kann ein paar Minuten dauern, und vielleicht landet er im Spam.',
    confirm: {
      title: 'E-Mail-Adresse bestätigen',
      text: (email) => html`Konto für ${email} erstellen.`,
      otherBrowser:
        'Du hast dich in einem anderen Browser registriert. Gib deshalb das Passwort ein, das du dort gewählt hast. Wenn du dich nicht registriert hast, schließ diese Seite.',
    },
  },
  forgot: {
    title: 'Passwort vergessen?',
    mail: 'Gib deine E-Mail-Adresse ein. Wir schicken dir einen Link, mit dem du dein Passwort zurücksetzt.',
    send: 'Link schicken',
    sent: 'Schau in dein Postfach: Wir haben dir eine E-Mail geschickt. Es kann ein paar Minuten dauern, und vielleicht landet sie im Spam.',
    operator:
      'Dieser Dienst verschickt keine E-Mails. Die Person, die ihn betreibt, kann mit diesem Befehl auf dem Server einen Link erstellen, der dein Passwort zurücksetzt:',
    command: 'npm start -- reset-password EMAIL',
    passkey: 'Hast du einen Passkey hinzugefügt? Dann kannst du dich weiterhin damit anmelden.',
    provider:
      'Dieser Dienst verwendet keine Passwörter. Melde dich mit deinem Anmeldedienst oder einem Passkey an.',
  },
  reset: {
    title: 'Passwort zurücksetzen',
    heading: 'Passwort zurücksetzen',
    forAccount: (email) => html`Für ${email}. Alle angemeldeten Browser werden abgemeldet.`,
    keep: {
      heading: 'Zugriff behalten für',
      text: 'Was du nicht auswählst, verliert den Zugriff auf dein Konto. Wähle nur aus, was du als deines erkennst.',
      passkey: (name) => html`Passkey ${name}`,
      identity: (name) => html`Anmeldung über ${name}`,
      agent: (name) => html`Agent ${name}`,
      totp: 'Zwei-Faktor-Anmeldung',
      added: (when) => html`hinzugefügt: ${when}`,
      lastUsed: (when) => html`zuletzt verwendet: ${when}`,
      neverUsed: 'noch nicht verwendet',
    },
    code: 'Code aus deiner Authenticator-App oder ein Wiederherstellungscode',
    button: 'Passwort zurücksetzen',
    done: (removed) =>
      removed === 0
        ? 'Dein Passwort ist zurückgesetzt. Melde dich damit an.'
        : removed === 1
          ? 'Dein Passwort ist zurückgesetzt, und 1 anderer Weg in dein Konto ist geschlossen. Melde dich damit an.'
          : `Dein Passwort ist zurückgesetzt, und ${removed} andere Wege in dein Konto sind geschlossen. Melde dich damit an.`,
  },
  passkey: {
    unused: 'Kein Passkey wurde verwendet. Versuch es noch einmal, wenn du so weit bist.',
    known: 'Dieses Gerät hat schon einen Passkey für dieses Konto.',
    failed: (reason) => `Das hat nicht geklappt: ${reason}`,
    noResponse: 'Der Dienst antwortet nicht. Versuch es noch einmal.',
  },
}
