/** Failures of pages that could not be fetched or read, by their English sentences. */
export const pages: Record<string, string> = {
  'The site shows the whole of this page to its subscribers only.':
    'Diese Website zeigt die ganze Seite nur mit Abonnement.',
  'The page is empty until scripts fill it, and they do not run here.':
    'Die Seite ist leer, bis Skripte sie füllen, und die laufen hier nicht.',
  'The site shows this page to newer browsers only.': 'Diese Website zeigt die Seite nur neueren Browsern.',
  'There is nothing to read on this page.': 'Auf dieser Seite gibt es nichts zu lesen.',
  'There is nothing on this page but links to other pages.':
    'Auf dieser Seite gibt es nur Links zu anderen Seiten.',
  'The site checks for a person before it shows this page.':
    'Diese Website prüft erst, ob ein Mensch sie aufruft.',
  'The site says that there is no such page any more.':
    'Diese Website meldet, dass es die Seite nicht mehr gibt.',
  'The site asks to log in before it shows this page.':
    'Diese Website verlangt eine Anmeldung, bevor sie die Seite zeigt.',
  'The site asks about cookies before it shows this page.':
    'Diese Website fragt nach Cookies, bevor sie die Seite zeigt.',
  'It takes too long to find the text in this page.': 'Es dauert zu lange, den Text dieser Seite zu finden.',
  'It takes too much memory to find the text in this page.':
    'Es braucht zu viel Speicher, den Text dieser Seite zu finden.',
  'This page cannot be taken apart here.': 'Diese Seite lässt sich hier nicht auswerten.',
  'The page is empty.': 'Die Seite ist leer.',
  'This PDF holds pictures of pages, and no text.':
    'Diese PDF-Datei enthält nur Bilder von Seiten, keinen Text.',
  'This PDF is locked with a password.': 'Diese PDF-Datei ist mit einem Passwort geschützt.',
  'This PDF is broken.': 'Diese PDF-Datei ist beschädigt.',
  'The page was not kept.': 'Die Seite wurde nicht gespeichert.',
  'Reading this page stopped the service again and again, so it is left alone.':
    'Beim Lesen dieser Seite ist der Dienst immer wieder abgestürzt, deshalb wird es nicht mehr versucht.',
  'Something went wrong here while the page was read.': 'Beim Lesen der Seite ist hier etwas schiefgegangen.',
  'Read that way, the page gives the same text.': 'So gelesen ergibt die Seite denselben Text.',
  'The page holds much less now than before; the copy from before is kept.':
    'Die Seite enthält jetzt viel weniger als vorher; die vorherige Kopie bleibt.',
  'The copy from your browser is kept.': 'Die Kopie aus deinem Browser bleibt.',
  'The copy that was fetched is kept.': 'Die abgerufene Kopie bleibt.',
  'This page was replaced too often for an agent to replace it again; the copy from before is kept. Fetch it again yourself.':
    'Diese Seite wurde zu oft ersetzt, als dass ein Agent sie noch einmal ersetzen könnte; die vorherige Kopie bleibt. Ruf sie selbst neu ab.',
  'Its images were not kept.': 'Ihre Bilder wurden nicht gespeichert.',
  'Pages on a private network or on the server itself are not fetched.':
    'Seiten in einem privaten Netz oder auf dem Server selbst werden nicht abgerufen.',
  'Only http and https addresses can be fetched.': 'Nur Adressen mit http und https lassen sich abrufen.',
  'Port {} belongs to a service that is not a web server.':
    'Port {} gehört zu einem Dienst, der kein Webserver ist.',
  'Open it in your browser and save it with the extension.':
    'Öffne sie im Browser und speichere sie mit der Erweiterung.',
  "This site's name could not be found. The link may be mistyped, the site gone, or this service offline.":
    'Der Name dieser Website wurde nicht gefunden. Vielleicht ist der Link falsch geschrieben, die Website verschwunden oder dieser Dienst offline.',
  'The name of the site could not be looked up just now.':
    'Der Name der Website ließ sich gerade nicht auflösen.',
  'The site refused the connection.': 'Die Website hat die Verbindung abgelehnt.',
  'The site broke off the connection before the page was whole.':
    'Die Website hat die Verbindung abgebrochen, bevor die Seite vollständig war.',
  'The site could not be reached.': 'Die Website war nicht erreichbar.',
  'The site sent more headers than can be read.':
    'Die Website hat mehr Kopfzeilen gesendet, als gelesen werden können.',
  'The security certificate of the site is not valid ({}).':
    'Das Sicherheitszertifikat der Website ist nicht gültig ({}).',
  'No secure connection to the site could be made ({}).':
    'Es kam keine sichere Verbindung zur Website zustande ({}).',
  'The site sent an answer that cannot be read ({}).':
    'Die Website hat eine Antwort gesendet, die nicht gelesen werden kann ({}).',
  'The page could not be fetched ({}).': 'Die Seite ließ sich nicht abrufen ({}).',
  'The site wants a sign-in or keeps robots out ({}).':
    'Die Website verlangt eine Anmeldung oder hält Programme fern ({}).',
  'The page was not found ({}).': 'Die Seite wurde nicht gefunden ({}).',
  'The site did not want to answer just now ({}).': 'Die Website wollte gerade nicht antworten ({}).',
  'The site asks for fewer requests and did not answer this one (429).':
    'Die Website bittet um weniger Anfragen und hat diese eine nicht beantwortet (429).',
  'The page is withheld for legal reasons (451), perhaps only where this service runs.':
    'Die Seite wird aus rechtlichen Gründen nicht gezeigt (451), vielleicht nur dort, wo dieser Dienst läuft.',
  'The site has a fault of its own (503).': 'Auf der Website ist ein Fehler aufgetreten (503).',
  'The site has a fault of its own ({}).': 'Auf der Website ist ein Fehler aufgetreten ({}).',
  'The site answered without a page ({}).': 'Die Website hat geantwortet, aber keine Seite gesendet ({}).',
  'The page sends on to another address.': 'Die Seite leitet an eine andere Adresse weiter.',
  'It is not a full web address.': 'Das ist keine vollständige Webadresse.',
  'The page sends on more than {} times, perhaps in a circle.':
    'Die Seite leitet mehr als {} Mal weiter, vielleicht im Kreis.',
  'The site sent {} in place of an image that can be kept.':
    'Die Website hat {} gesendet statt eines Bildes, das sich speichern lässt.',
  'The {} is larger than {} MB, the most that is kept. Open it in your browser to read it.':
    'Der Inhalt ist größer als {2} MB; mehr wird nicht gespeichert. Öffne ihn in deinem Browser, um ihn zu lesen.',
  'The {} did not arrive within {} seconds.': 'Innerhalb von {2} Sekunden kam keine vollständige Antwort.',
  'The site sent the page in pieces that are too small.':
    'Die Website hat die Seite in zu kleinen Stücken gesendet.',
  'The site compressed the page more than once.': 'Die Website hat die Seite mehrfach komprimiert.',
  'The site closed the connection without an answer.':
    'Die Website hat die Verbindung ohne Antwort geschlossen.',
  'The site did not answer within {} seconds.': 'Die Website hat {} Sekunden lang nicht geantwortet.',
  'The site sent more than {} interim answers before the page.':
    'Die Website hat vor der Seite mehr als {} Zwischenantworten gesendet.',
  'A web archive may still have it, web.archive.org for example.':
    'Vielleicht hat sie noch ein Webarchiv, etwa web.archive.org.',
}
