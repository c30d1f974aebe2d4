/** Failures of imports, by their English sentences. */
export const imports: Record<string, string> = {
  'Choose what to do with this import.': 'Wähle, was mit diesem Import geschehen soll.',
  'Another file of this account is being uploaded. Wait until it is done, then try again.':
    'Für dieses Konto wird gerade eine andere Datei hochgeladen. Warte, bis das fertig ist, und versuch es dann noch einmal.',
  'Many people are importing right now. Try again in a minute.':
    'Gerade importieren viele Personen. Versuch es in einer Minute noch einmal.',
  'This upload was too slow while others waited. Try again in a minute, or from a faster connection.':
    'Dieser Upload war zu langsam, während andere warteten. Versuch es in einer Minute noch einmal oder über eine schnellere Verbindung.',
  'This import has moved on meanwhile. Open it again to see what it offers.':
    'Dieser Import ist inzwischen weiter. Öffne ihn noch einmal, um zu sehen, was jetzt möglich ist.',
  'Somebody else changed this import at the same moment. Try again.':
    'Jemand anders hat diesen Import gerade geändert. Versuch es noch einmal.',
  'There is no such import, or it is no longer kept.':
    'Diesen Import gibt es nicht, oder er wird nicht mehr aufbewahrt.',
  'The file has too many columns.': 'Die Datei hat zu viele Spalten.',
  'An element of the file has too many attributes.': 'Ein Element der Datei hat zu viele Attribute.',
  'The file nests too deeply.': 'Die Datei ist zu tief verschachtelt.',
  'The file breaks off, or has an entry of more than 32 MB. Remove it and upload the file again.':
    'Die Datei bricht ab oder hat einen Eintrag von mehr als 32 MB. Entferne ihn und lade die Datei noch einmal hoch.',
  'An entry of the file has too many values. Remove it and upload the file again.':
    'Ein Eintrag der Datei hat zu viele Werte. Entferne ihn und lade die Datei noch einmal hoch.',
  'Files of this kind may have up to 16 MB. Export fewer bookmarks, or as an HTML file.':
    'Dateien dieser Art dürfen bis zu 16 MB groß sein. Exportiere weniger Lesezeichen, oder als HTML-Datei.',
  'The file breaks off, or is not valid JSON.': 'Die Datei bricht ab oder ist kein gültiges JSON.',
  'The zip has no file with links in it.': 'In der ZIP-Datei ist keine Datei mit Links.',
  'The file is empty.': 'Die Datei ist leer.',
  'This file is not text. Choose the file that you exported.':
    'Diese Datei ist kein Text. Wähle die Datei, die du exportiert hast.',
  'No link.': 'Kein Link.',
  'Not a web page. Only http and https links can be saved.':
    'Keine Webseite. Nur Links mit http und https lassen sich speichern.',
  'This isn’t a web address.': 'Das ist keine Webadresse.',
  'The link has a user name or password in it.': 'Der Link enthält einen Benutzernamen oder ein Passwort.',
  'The link is longer than 4,096 characters.': 'Der Link ist länger als 4.096 Zeichen.',
  'From a feed, not saved by you.': 'Aus einem Feed, nicht von dir gespeichert.',
  'This row isn’t in the expected format.': 'Diese Zeile hat nicht das erwartete Format.',
  'There is no link in this file.': 'In dieser Datei ist kein Link.',
  'The zip has more than {} files.': 'Die ZIP-Datei enthält mehr als {} Dateien.',
  'The zip unpacks to more than an export holds. Upload the files inside it one by one.':
    'Die ZIP-Datei ist entpackt größer als jeder Export. Lade die Dateien darin einzeln hoch.',
  'The zip is broken or not complete. Download it again from where it comes from.':
    'Die ZIP-Datei ist beschädigt oder unvollständig. Lade sie dort noch einmal herunter, wo sie herkommt.',
  'Line {} is not valid JSON.': 'Zeile {} ist kein gültiges JSON.',
  'Everything, with articles and history. Reading Queue can import it again.':
    'Alles, mit Artikeln und Verlauf. Reading Queue kann es wieder importieren.',
  'Only the addresses, one on each line.': 'Nur die Adressen, eine pro Zeile.',
  'An export can be {}. Choose one of these.': 'Mögliche Exportformate: {}. Wähle eines davon.',
  'Another import is still running. Wait for it to finish.':
    'Ein anderer Import läuft noch. Warte, bis er fertig ist.',
  'Choose a service.': 'Wähle einen Dienst.',
  'Enter all of: {}.': 'Gib alle diese Angaben ein: {}.',
  'Enter the address without a user name or password.':
    'Gib die Adresse ohne Benutzernamen und Passwort ein.',
  'It did not answer within {} seconds.': 'Er hat {} Sekunden lang nicht geantwortet.',
  'Only the first {} links were read.': 'Nur die ersten {} Links wurden gelesen.',
  'Reading stopped when this service was restarted.':
    'Das Lesen wurde abgebrochen, als dieser Dienst neu gestartet wurde.',
  'The server can’t be reached.': 'Der Server ist nicht erreichbar.',
  'The server doesn’t accept these. Check the client ID, the client secret, the user name and the password.':
    'Der Server nimmt diese Angaben nicht an. Prüfe Client-ID, Client-Secret, Benutzername und Passwort.',
  'The server doesn’t accept this token. Create a new one there and copy all of it.':
    'Der Server nimmt dieses Token nicht an. Lege dort ein neues an und kopiere es ganz.',
  'The server sends on to another address, {}. If that is yours, enter it instead.':
    'Der Server leitet an eine andere Adresse weiter, {}. Wenn sie dir gehört, gib sie stattdessen ein.',
  'The server sent the same links again and again, so these are not all of them.':
    'Der Server hat immer wieder dieselben Links gesendet, deshalb sind das nicht alle.',
  'The server’s answer is too large to read. Export a file there and upload it.':
    'Die Antwort des Servers ist zu groß. Exportiere dort eine Datei und lade sie hoch.',
  'There is no {} at this address. Enter the address that you open {} with.':
    'Unter dieser Adresse läuft kein {}. Gib die Adresse ein, mit der du {2} öffnest.',
  'This import is being read, or has moved on meanwhile. Open it again.':
    'Dieser Import wird gerade gelesen oder ist inzwischen weiter. Öffne ihn noch einmal.',
  'This import came from a file, so there is nothing to continue.':
    'Dieser Import kam aus einer Datei, deshalb gibt es nichts fortzusetzen.',
  'This service may not connect to this address. Servers on a private network can’t be read; export a file there and upload it.':
    'Dieser Dienst darf sich mit dieser Adresse nicht verbinden. Server in einem privaten Netz können nicht gelesen werden; exportiere dort eine Datei und lade sie hoch.',
  'Reading takes longer than an hour. What was read is kept; go on when you like.':
    'Das Lesen dauert länger als eine Stunde. Was gelesen wurde, bleibt; du kannst jederzeit weitermachen.',
  'What was read could not be stored. Go on when you like.':
    'Was gelesen wurde, konnte nicht gespeichert werden. Du kannst jederzeit weitermachen.',
  '{} imports wait already. Finish or cancel one of them first.':
    '{} Importe warten schon. Beende zuerst einen davon, oder brich ihn ab.',
  '{} couldn’t answer ({}). Try again later.':
    '{} konnte nicht antworten ({}). Versuch es später noch einmal.',
  'Line {} breaks off: it is longer than 8 MB, or a quotation mark is never closed. Mend it and upload the file again.':
    'Zeile {} bricht ab: Sie ist länger als 8 MB, oder ein Anführungszeichen wird nie geschlossen. Berichtige sie und lade die Datei noch einmal hoch.',
  'A line breaks off: it is longer than 8 MB, or a quotation mark is never closed. Mend it and upload the file again.':
    'Eine Zeile bricht ab: Sie ist länger als 8 MB, oder ein Anführungszeichen wird nie geschlossen. Berichtige sie und lade die Datei noch einmal hoch.',
}
