import { html } from '../../html.ts'
import type { failures as English } from '../english/failures.ts'

const notSupported = 'Die App hat etwas angefordert, das dieser Dienst nicht unterstützt'

/** The texts of error pages. The failure's own detail says what exactly was wrong. */
export const failures: typeof English = {
  titles: {
    malformed: 'Diese Adresse oder dieses Formular konnten wir nicht lesen',
    invalid_input: 'Das hat nicht geklappt',
    not_found: 'Seite nicht gefunden',
    method_not_allowed: 'Das geht hier nicht',
    not_acceptable: 'Diese Seite gibt es nur als HTML',
    unsupported_type: 'Das Formular kam in einem Format, das wir nicht unterstützen',
    too_large: 'Das ist zu viel auf einmal',
    too_many_requests: 'Zu viele Versuche',
    busy: 'Der Dienst ist ausgelastet',
    unauthorized: 'Du bist nicht angemeldet',
    paused: 'Dieser Agent ist pausiert',
    recent_sign_in_required: 'Bestätige, dass du es bist',
    wrong_credentials: 'Die Anmeldung hat nicht geklappt',
    email_taken: 'Das Konto konnte nicht erstellt werden',
    sign_up_closed: 'Registrierung geschlossen',
    account_disabled: 'Dieses Konto ist gesperrt',
    cross_site: 'Nichts wurde geändert',
    expired: 'Das ist abgelaufen',
    turned_off: 'Das ist hier ausgeschaltet',
    conflict: 'Das geht so nicht',
    unsupported_link: 'Dieser Link lässt sich nicht speichern',
    not_offered: 'Das ist gerade nicht möglich',
    quota_exceeded: 'Dein Konto ist voll',
    limit_reached: 'Mehr passt hier nicht hinein',
    changed_meanwhile: 'Der Eintrag hat sich inzwischen geändert',
    gone: 'Das gibt es nicht mehr',
    invalid_request: 'Die Anfrage der App ist ungültig',
    invalid_client: 'Unbekannte App',
    client_authentication_unsupported: 'Unbekannte App',
    invalid_grant: 'Diese Erlaubnis gilt nicht mehr',
    invalid_target: 'Die App hat einen anderen Dienst angefordert',
    invalid_redirect_uri: 'Die Rückkehradresse der App lässt sich nicht verwenden',
    invalid_client_metadata: 'Die Registrierung der App lässt sich nicht verwenden',
    unsupported_grant_type: notSupported,
    unsupported_response_type: notSupported,
    request_not_supported: notSupported,
    request_uri_not_supported: notSupported,
    access_denied: 'Der Zugriff wurde abgelehnt',
    command_refused: 'Der Befehl wurde abgelehnt',
  },
  toQueue: 'Zu deiner Leseliste',
  expiredForm: {
    title: 'Deine Sitzung ist abgelaufen',
    detail: 'Es wurde nichts geändert; versuch es noch einmal.',
    back: 'Zurück zur Seite',
  },
  internalError: {
    title: 'Bei uns ist etwas schiefgegangen',
    detail: (id) =>
      `Geh zurück und versuch es noch einmal. Wenn es wieder passiert, melde es der Person, die den Dienst betreibt, und nenne diese Fehlernummer: ${id}.`,
  },
  appRequestError: {
    forDeveloper: 'Für das Entwicklungsteam der App',
    code: 'Fehlercode:',
    back: 'Zurück zur App',
    unknownApp:
      'Dieser Dienst kennt die App nicht, die dich hierher geschickt hat, oder ihre Registrierung ist abgelaufen. Es wurde nichts weitergegeben.',
    unknownReturn:
      'Die App wollte den Zugriff an einer Rücksprungadresse erhalten, die hier nicht registriert ist. Es wurde nichts weitergegeben.',
    follow: 'Zur Adresse der App',
    leads: (host) =>
      html`Du kannst es auch der App melden, unter ${host}. Niemand hat diese Adresse geprüft; öffne sie nur,
      wenn du sie kennst.`,
    advice:
      'Schließ diese Seite und fang in der App noch einmal an. Wenn es wieder passiert, melde es dem Entwicklungsteam der App.',
  },
}
