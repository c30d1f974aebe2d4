import type { englishEmailMessages } from './email-messages.english.ts'

const notYou =
  'Wenn du das nicht warst, hat jemand anders Zugriff auf dein Konto: Setz sofort dein Passwort zurück oder wende dich an die Person, die den Dienst betreibt.'

const atYourRequest = 'Wenn du nicht darum gebeten hast, brauchst du nichts zu tun'

/** What emails say, in German. */
export const germanEmailMessages: typeof englishEmailMessages = {
  greeting: 'Hallo,',
  signature: 'Reading Queue',
  signUpLink: {
    subject: 'Bestätige deine E-Mail-Adresse für Reading Queue',
    text: (link) => [
      'jemand, vermutlich du, möchte mit dieser Adresse ein Konto erstellen. Öffne innerhalb von 24 Stunden diesen Link, um es zu erstellen:',
      link,
      `Er funktioniert einmal. ${atYourRequest}: Es wird kein Konto erstellt.`,
    ],
  },
  accountExists: {
    subject: 'Du hast schon ein Konto bei Reading Queue',
    text: (baseUrl) => [
      `jemand, vermutlich du, wollte mit dieser Adresse ein Konto erstellen, und zwar hier: ${baseUrl}. Du hast dort schon eines.`,
      `Anmelden: ${baseUrl}/login`,
      `Passwort vergessen? Hier setzt du es zurück: ${baseUrl}/forgot`,
      'Wenn du das nicht warst, brauchst du nichts zu tun: Nichts wurde geändert.',
    ],
  },
  passwordResetLink: {
    subject: 'Setz dein Passwort für Reading Queue zurück',
    text: (link) => [
      'jemand, vermutlich du, möchte das Passwort deiner Leseliste zurücksetzen. Öffne dafür innerhalb von 15 Minuten diesen Link:',
      link,
      `Er funktioniert einmal. ${atYourRequest}: Dein Passwort bleibt, wie es ist.`,
    ],
  },
  noAccount: {
    subject: 'Deine Anfrage an Reading Queue',
    text: (baseUrl) => [
      `jemand, vermutlich du, hat hier um ein neues Passwort gebeten: ${baseUrl}. Mit dieser Adresse gibt es dort kein Konto.`,
      `Vielleicht hast du dich mit einer anderen registriert. ${atYourRequest}.`,
    ],
  },
  accountDisabled: {
    subject: 'Deine Anfrage an Reading Queue',
    text: (baseUrl) => [
      `jemand, vermutlich du, möchte das Passwort deines Kontos zurücksetzen, und zwar hier: ${baseUrl}. Dieses Konto ist gesperrt.`,
      `Bitte die Person, die den Dienst betreibt, es wieder zu entsperren. ${atYourRequest}.`,
    ],
  },
  emailConfirmation: {
    subject: 'Bestätige deine neue Adresse für Reading Queue',
    text: (link) => [
      'jemand, vermutlich du, möchte diese Adresse für die eigene Leseliste verwenden. Öffne innerhalb von 24 Stunden diesen Link, und zwar in einem Browser, in dem du angemeldet bist:',
      link,
      `Er funktioniert einmal. ${atYourRequest}.`,
    ],
  },
  emailTaken: {
    subject: 'Deine Adresse wurde bei Reading Queue eingegeben',
    text: (baseUrl) => [
      `jemand, vermutlich du, wollte diese Adresse für ein anderes Konto verwenden, und zwar hier: ${baseUrl}. Sie gehört schon zu einem eigenen Konto, deshalb wurde nichts geändert.`,
    ],
  },
  emailChanged: {
    subject: 'Deine E-Mail-Adresse für Reading Queue wurde geändert',
    text: (newEmail) => [
      `ab jetzt meldest du dich bei deiner Leseliste mit ${newEmail} an und nicht mehr mit dieser Adresse.`,
      notYou,
    ],
  },
  passwordChanged: {
    subject: 'Dein Passwort für Reading Queue wurde geändert',
    text: () => ['dein Konto hat ein neues Passwort, und alle anderen Browser wurden abgemeldet.', notYou],
  },
  passwordRemoved: {
    subject: 'Dein Passwort für Reading Queue wurde entfernt',
    text: () => [
      'dein Konto hat kein Passwort mehr. Du meldest dich mit einem Passkey oder deinem Anmeldedienst an.',
      notYou,
    ],
  },
  passwordReset: {
    subject: 'Dein Passwort für Reading Queue wurde zurückgesetzt',
    text: ({ passkeyNames, identities, agents, wasTotpRemoved }) => {
      const removed = [
        ...passkeyNames.map((name) => `Passkey: ${name}`),
        ...identities.map((issuer) => `Anmeldung über ${issuer}`),
        ...agents.map((name) => `Agent: ${name}`),
      ]
      return [
        'dein Konto hat ein neues Passwort, und alle Browser wurden abgemeldet.',
        ...(removed.length > 0 ? ['Damit lässt sich dein Konto nicht mehr öffnen:', removed.join('\n')] : []),
        ...(wasTotpRemoved ? ['Die Anmeldung in zwei Schritten ist ausgeschaltet.'] : []),
        notYou,
      ]
    },
  },
  newSignIn: {
    subject: 'Neue Anmeldung bei Reading Queue',
    text: (when, ipAddress, browser) => [
      'jemand, vermutlich du, hat sich bei deinem Konto angemeldet, und zwar mit einem Browser und aus einem Netz, die bisher nicht zusammen verwendet wurden.',
      `Zeit: ${when}\nAdresse: ${ipAddress}\nBrowser: ${browser}`,
      notYou,
    ],
  },
  passkeyAdded: {
    subject: 'Ein Passkey wurde zu Reading Queue hinzugefügt',
    text: (name) => [`mit dem Passkey „${name}“ kann man sich jetzt bei deiner Leseliste anmelden.`, notYou],
  },
  passkeyRemoved: {
    subject: 'Ein Passkey wurde aus Reading Queue entfernt',
    text: (name) => [
      `mit dem Passkey „${name}“ kann man sich nicht mehr bei deiner Leseliste anmelden.`,
      notYou,
    ],
  },
  providerConnected: {
    subject: 'Ein neuer Weg, dich bei Reading Queue anzumelden',
    text: (name) => [`du kannst dich jetzt mit ${name} bei deiner Leseliste anmelden.`, notYou],
  },
  providerDisconnected: {
    subject: 'Ein Weg, dich bei Reading Queue anzumelden, wurde entfernt',
    text: (name) => [`du kannst dich nicht mehr mit ${name} bei deiner Leseliste anmelden.`, notYou],
  },
  totpEnabled: {
    subject: 'Anmeldung in zwei Schritten für Reading Queue eingeschaltet',
    text: () => [
      'für die Anmeldung mit deinem Passwort ist jetzt auch ein Code aus deiner Authenticator-App nötig.',
      notYou,
    ],
  },
  totpDisabled: {
    subject: 'Anmeldung in zwei Schritten für Reading Queue ausgeschaltet',
    text: () => ['für die Anmeldung mit deinem Passwort ist kein Code mehr nötig.', notYou],
  },
  recoveryCodesReplaced: {
    subject: 'Neue Wiederherstellungscodes für Reading Queue',
    text: () => [
      'dein Konto hat neue Wiederherstellungscodes; die bisherigen funktionieren nicht mehr.',
      notYou,
    ],
  },
  recoveryCodeUsed: {
    subject: 'Ein Wiederherstellungscode für Reading Queue wurde verwendet',
    text: (left) => [
      `ein Wiederherstellungscode deines Kontos wurde verwendet. ${left === 0 ? 'Es ist keiner mehr' : left === 1 ? 'Es ist noch 1 Code' : `Es sind noch ${left} Codes`} übrig.`,
      notYou,
    ],
  },
}
