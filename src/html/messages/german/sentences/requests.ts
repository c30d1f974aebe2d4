/** Failures of requests of any kind, by their English sentences. */
export const requests: Record<string, string> = {
  'Enter a day, like 2026-11-21, or a time, like 2026-11-21T14:02.':
    'Gib einen Tag ein, etwa 2026-11-21, oder einen Zeitpunkt, etwa 2026-11-21T14:02.',
  'There is no such agent in this account.': 'In diesem Konto gibt es diesen Agenten nicht.',
  'There is no such file.': 'Diese Datei gibt es nicht.',
  'This service has no build of the extension for this browser.':
    'Für diesen Browser gibt es hier keine Erweiterung.',
  'This browser follows its queue already. Close some of its windows.':
    'Dieser Browser hat die Leseliste schon zu oft geöffnet. Schließ einige seiner Fenster.',
  'This session has ended.': 'Diese Sitzung ist beendet.',
  'There is no saved search of this name.': 'Es gibt keine gespeicherte Suche mit diesem Namen.',
  'The page of this item is still being fetched. Try again in a moment.':
    'Die Seite dieses Eintrags wird noch abgerufen. Versuch es gleich noch einmal.',
  'The page of this item could not be fetched.': 'Die Seite dieses Eintrags ließ sich nicht abrufen.',
  'There is no text to read: the link leads to {}. Open the link instead.':
    'Es gibt keinen Text zu lesen: Der Link führt zu einer Datei. Öffne stattdessen den Link.',
  'There is no such image.': 'Dieses Bild gibt es nicht.',
  'Sign in, or send an access token, to see this image.':
    'Melde dich an oder sende ein Zugriffstoken, um dieses Bild zu sehen.',
  'The body is larger than {} bytes.': 'Die Anfrage ist größer als {} Bytes.',
  'The body is too large: {}, everything else {} bytes together.':
    'Die Anfrage ist zu groß: {}, alles andere zusammen {} Bytes.',
  'The body is not valid UTF-8.': 'Die Anfrage ist kein gültiges UTF-8.',
  'The body is not valid JSON.': 'Die Anfrage ist kein gültiges JSON.',
  'Send at most {} parameters.': 'Sende höchstens {} Parameter.',
  'This form is out of date. Open the page again and send it once more.':
    'Dieses Formular ist veraltet. Öffne die Seite noch einmal und sende es erneut.',
  'This body came too slowly, and others needed its room. Try again in a few seconds.':
    'Diese Anfrage kam zu langsam, und andere brauchten ihren Platz. Versuch es in ein paar Sekunden noch einmal.',
  'You are sending too much right now. Try again in a few seconds.':
    'Du sendest gerade zu viel. Versuch es in ein paar Sekunden noch einmal.',
  'Too much is being sent to this service right now. Try again in a few seconds.':
    'Gerade wird zu viel an diesen Dienst gesendet. Versuch es in ein paar Sekunden noch einmal.',
  'The body is nested more than {} deep.': 'Die Anfrage ist tiefer als {} verschachtelt.',
  'The body holds more than {} values. Send less at once.':
    'Die Anfrage hat mehr als {} Werte. Sende weniger auf einmal.',
  'Send the parameter "{}" only once.': 'Sende den Parameter „{}“ nur einmal.',
  'The body is incomplete.': 'Die Anfrage ist unvollständig.',
  'The body must be {}.': 'Die Anfrage muss eines davon sein: {}.',
  "Name the body's type in Content-Type: {}.": 'Nenne den Typ der Anfrage in Content-Type: {}.',
  'The body must be a JSON object.': 'Die Anfrage muss ein JSON-Objekt sein.',
  'The file is larger than {} MB. Split it.': 'Die Datei ist größer als {} MB. Teile sie auf.',
  'Send the file as multipart/form-data.': 'Sende die Datei als multipart/form-data.',
  'The upload is incomplete. Try again.': 'Das Hochladen wurde abgebrochen. Versuch es noch einmal.',
  'This was not sent by a page of this service.': 'Das wurde nicht von einer Seite dieses Dienstes gesendet.',
  'This request came from another site, so nothing was changed.':
    'Diese Anfrage kam von einer anderen Website, deshalb wurde nichts geändert.',
  'Too many attempts. Try again in {}.': 'Zu viele Versuche. Versuch es in {} noch einmal.',
  '{} seconds': '{} Sekunden',
  '1 second': '1 Sekunde',
  '{} minutes': '{} Minuten',
  '1 minute': '1 Minute',
  '{} hours': '{} Stunden',
  '1 hour': '1 Stunde',
  '{} days': '{} Tagen',
  '1 day': '1 Tag',
  'There is no such icon.': 'Dieses Symbol gibt es nicht.',
}
