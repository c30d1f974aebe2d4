/** Failures of the queue, by their English sentences. */
export const queue: Record<string, string> = {
  'The suggestions that wait for the person are too long together.':
    'Die Vorschläge, die auf die Person warten, sind zusammen zu lang.',
  'Enter a full web address, like https://example.org, instead of "{}".':
    'Gib statt „{}“ eine vollständige Webadresse ein, etwa https://example.org.',
  '"{}" is not an http or https address.': '„{}“ ist keine Webadresse mit http oder https.',
  'A link with a user name or password in it cannot be saved.':
    'Ein Link mit Benutzernamen oder Passwort kann nicht gespeichert werden.',
  'Too many changes to this queue are waiting right now.':
    'Gerade warten zu viele Änderungen an dieser Leseliste.',
  'Too many pages of this queue are being saved right now.':
    'Gerade werden zu viele Seiten in dieser Leseliste gespeichert.',
  'Too many articles of this queue are being prepared right now.':
    'Gerade werden zu viele Artikel dieser Leseliste aufbereitet.',
  'Too many articles of this queue are being read right now.':
    'Gerade werden zu viele Artikel dieser Leseliste gelesen.',
  'Too many quotes are being looked for in articles of this queue right now.':
    'Gerade werden zu viele Zitate in Artikeln dieser Leseliste gesucht.',
  'Too many passwords are being checked right now.': 'Gerade werden zu viele Passwörter geprüft.',
  'The tag "{}" can’t be both added and removed. Give it once.':
    'Das Schlagwort „{}“ soll hinzugefügt und entfernt werden. Gib es nur einmal an.',
  'Give "items" or "query", not both.': 'Gib entweder „items“ oder „query“ an, nicht beides.',
  'More than {} items match. Nothing was changed; narrow the query.':
    'Die Suche findet mehr als {} Einträge. Nichts wurde geändert; grenze sie ein.',
  'Change at most {} items at once. One that several changes name counts for each.':
    'Ändere höchstens {} Einträge auf einmal. Einer, den mehrere Änderungen nennen, zählt bei jeder.',
  'There is no item {} in this queue.': 'In dieser Leseliste gibt es keinen Eintrag {}.',
  'Nothing to change was given. Give a "title", a "note", "append", a "quote" to highlight, or the "highlight" to edit.':
    'Es wurde nichts zum Ändern angegeben. Möglich sind "title", "note", "append", ein "quote" zum Markieren oder das "highlight", das geändert werden soll.',
  'Nothing to change was given. Give a "title", a "note" or "append".':
    'Du hast nichts angegeben, was geändert werden soll. Gib einen Titel oder eine Notiz an.',
  'The note would be {} characters long; it takes {}.': 'Die Notiz wäre {} Zeichen lang; es passen {}.',
  'Already in that state.': 'Das ist schon so.',
  'The article has this quote {} times.': 'Das Zitat steht {}-mal im Artikel.',
  'Send it again with the "prefix" and "suffix" of the one you mean, or quote more.':
    'Zitiere mehr vom Text, damit klar ist, welche Stelle du meinst.',
  'None of them fits the {} you sent better than the others.':
    'Der Text davor und dahinter passt zu keiner davon besser.',
  'Copy "prefix" and "suffix" from the candidate you mean.':
    'Zitiere mehr vom Text, damit klar ist, welche Stelle du meinst.',
  'The article does not have this quote.': 'Dieses Zitat steht nicht im Artikel.',
  'The nearest passage differs by 1 character.': 'Die ähnlichste Stelle weicht um ein Zeichen ab.',
  'The nearest passage differs by {} characters.': 'Die ähnlichste Stelle weicht um {} Zeichen ab.',
  'Quote the article word for word.': 'Zitiere den Artikel Wort für Wort.',
  'Quote a passage of it word for word.': 'Zitiere eine Stelle daraus Wort für Wort.',
  'An item takes at most {} highlights.': 'Ein Eintrag kann höchstens {} Markierungen haben.',
  'There is no such highlight on this item.': 'Diese Markierung gibt es an dem Eintrag nicht.',
  'Nothing to change was given. Give a "note" or a "colour".':
    'Du hast nichts angegeben, was geändert werden soll. Gib eine Notiz oder eine Farbe an.',
  'The item is being changed right now. Try again.':
    'Der Eintrag ändert sich gerade. Versuche es noch einmal.',
  'Nothing matches “{}”{}. Here a query forgives no typo and needs all of its words; a search gives ids to name instead.':
    'Nichts passt zu „{}“{}. Hier wird kein Tippfehler verziehen, und alle Wörter müssen vorkommen.',
  'The item has changed since you read it. Read it again first.':
    'Der Eintrag hat sich geändert, seit du ihn gelesen hast. Lies ihn zuerst noch einmal.',
  'Another saved search is called “{}”. Choose a different name.':
    'Eine andere gespeicherte Suche heißt schon „{}“. Wähle einen anderen Namen.',
  'You have given {} tags a colour, which is the most there can be. Remove the colour of another tag first.':
    '{} Schlagwörter haben schon eine Farbe, mehr geht nicht. Entferne zuerst die Farbe eines anderen Schlagworts.',
  'You have {} saved searches, which is the most there can be. Remove one first.':
    'Du hast {} gespeicherte Suchen, mehr sind nicht möglich. Entferne zuerst eine.',
  'A name can’t be only dots. Add a word.':
    'Ein Name kann nicht nur aus Punkten bestehen. Füge ein Wort hinzu.',
  'There is no saved search called “{}”.': 'Es gibt keine gespeicherte Suche namens „{}“.',
  'That time has passed. Choose a later one.': 'Dieser Zeitpunkt ist vorbei. Wähle einen späteren.',
  'An item can be snoozed for ten years at most.':
    'Ein Eintrag kann höchstens zehn Jahre zurückgestellt werden.',
  'There is no change with this number, or it is no longer kept.':
    'Eine Änderung mit dieser Nummer gibt es nicht, oder sie wird nicht mehr aufbewahrt.',
  'There is no change {}, or it is no longer kept.':
    'Es gibt keine Änderung {}, oder sie wird nicht mehr aufbewahrt.',
  'These acts have more than {} changes. Undo fewer of them at once.':
    'Das sind mehr als {} Änderungen. Mach weniger davon auf einmal rückgängig.',
  'This act has more than {} changes. The person can undo it on their Activity page.':
    'Diese Aktion umfasst mehr als {} Änderungen. Auf der Seite „Aktivität“ kann sie rückgängig gemacht werden.',
  'These changes are too large to undo at once. The person can undo them on their Activity page.':
    'Diese Änderungen sind zu groß, um sie auf einmal rückgängig zu machen. Auf der Seite „Aktivität“ geht es.',
  'Undo it on the page of your imports.': 'Mach das auf der Seite „Importieren“ rückgängig.',
  'Undo its changes one by one.': 'Mach die Änderungen einzeln rückgängig.',
  'This has more than {} changes, which is too many at once.':
    'Das sind mehr als {} Änderungen, zu viele auf einmal.',
  'It was already undone.': 'Das wurde schon rückgängig gemacht.',
  '{} requests are waiting for changes of this queue, the most there can be. End one first.':
    'Diese Leseliste wird schon über {} Verbindungen verfolgt. Beende zuerst eine davon.',
  'Too many requests are waiting for changes right now.':
    'Gerade verfolgen zu viele Personen ihre Leselisten.',
  'This cursor does not belong to change {}: it is damaged, or the service was restored from a backup.':
    'Dieser Cursor gehört nicht zu Änderung {}: Er ist beschädigt, oder der Dienst wurde aus einer Sicherung wiederhergestellt.',
  'There is no change {} here: the latest is {}.': 'Eine Änderung {} gibt es hier nicht: Die letzte ist {}.',
  'Changes up to {} are no longer kept.': 'Änderungen bis {} werden nicht mehr aufbewahrt.',
  'An agent may change {} items a minute here, and this would be more. Nothing was changed, and the person is told.':
    'Ein Agent darf hier {} Einträge pro Minute ändern, und das wären mehr. Nichts wurde geändert.',
  'An agent may remove {} items an hour here, and this would be more. Nothing was changed, and the person is told.':
    'Ein Agent darf hier {} Einträge pro Stunde entfernen, und das wären mehr. Nichts wurde geändert.',
  'An agent may write {} an hour here, and this would be more. Nothing was changed, and the person is told.':
    'Ein Agent darf hier {} pro Stunde schreiben, und das wäre mehr. Nichts wurde geändert.',
  'This request alone is over that limit: send less at once.':
    'Das ist schon für sich genommen mehr: Sende weniger auf einmal.',
  'This is neither the id nor the address of an item.':
    'Das ist weder die Kennung noch die Adresse eines Eintrags.',
  'Did you mean "{}"?': 'Meintest du „{}“?',
  'There is no {} "{}" here.': 'Die Angabe „{2}“ gibt es hier nicht.',
  'Remove items that you no longer need: their space is freed when the trash is emptied. Reading, removing and exporting still work.':
    'Entferne Einträge, die du nicht mehr brauchst: Der Platz wird frei, wenn der Papierkorb geleert ist. Lesen, Entfernen und Exportieren gehen weiterhin.',
  'This account has {} items, including the trash, and may have {}. Nothing was changed.':
    'Dieses Konto hat {} Einträge, die im Papierkorb mitgezählt, und darf {} haben. Nichts wurde geändert.',
  'This account uses {} of {} for saved pages{}. Nothing was changed.':
    'Dieses Konto belegt {} von {} mit gespeicherten Seiten. Nichts wurde geändert.',
  'Your statistics take too long to count at the moment. Try again in a minute.':
    'Deine Statistik lässt sich gerade nicht schnell genug berechnen. Versuch es in einer Minute noch einmal.',
  'Nothing has “{}”; searched for {}.': 'Kein Eintrag enthält „{}“; gesucht wurde nach {}.',
  'Nothing has all of these words. These have some of them, the closest first.':
    'Kein Eintrag enthält alle diese Wörter. Diese hier enthalten einige davon, die besten zuerst.',
  'There is no such item in this queue.': 'In dieser Leseliste gibt es diesen Eintrag nicht.',
  'The cursor in "after" is not one of this list. Start again without it. For what was saved after a day, search for after:2026-01-31.':
    'Diese Seite der Liste gibt es nicht. Fang von vorn an. Was nach einem Tag gespeichert wurde, findest du mit after:2026-01-31.',
  'And {} more.': 'Und {} weitere.',
  'Nothing was changed.': 'Nichts wurde geändert.',
  'There is none yet: save one with a query.': 'Es gibt noch keine: Speichere eine mit einer Suchanfrage.',
  'There are {}.': 'Es gibt {}.',
  others: 'weitere',
  'An item takes at most {} tags.': 'Ein Eintrag kann höchstens {} Schlagwörter haben.',
  'The link is longer than {} characters.': 'Der Link ist länger als {} Zeichen.',
  'Parentheses are ignored.': 'Klammern haben keine Bedeutung.',
  'The OR before character {} can’t join {}. It joins words, or conditions.':
    'Das OR vor Zeichen {} kann {} nicht verbinden. Es verbindet Wörter oder Bedingungen.',
  'There is nothing to search for: give words, or a condition such as tag:web.':
    'Gib an, wonach gesucht werden soll: Wörter oder eine Bedingung wie tag:web.',
  'The quote at character {} is not closed: put another " at its end.':
    'Das Anführungszeichen bei Zeichen {} wird nicht geschlossen: Setz ein weiteres " ans Ende.',
  'This would only be suggested: {}.': 'Das würde nur vorgeschlagen: {}.',
  'The item was permanently deleted.': 'Der Eintrag ist endgültig gelöscht.',
  'The link has been saved since.': 'Der Link wurde inzwischen gespeichert.',
  'Somebody has changed {} since.': 'Der Eintrag wurde seitdem geändert.',
  'This is too much for one suggestion. Suggest less at once, and leave out html: the page is fetched once the person accepts.':
    'Das ist zu viel für einen Vorschlag. Schlag weniger auf einmal vor.',
  'Nothing of it is left.': 'Davon ist nichts mehr übrig.',
  'Undone in part.': 'Teilweise rückgängig gemacht.',
  'Undone: {} of {} changes.': 'Rückgängig gemacht: {} von {} Änderungen.',
  'The saved search is already as it was before.': 'Die gespeicherte Suche ist bereits wieder wie vorher.',
  'It has changed since.': 'Sie hat sich seitdem geändert.',
  'Another saved search is called “{}” now.': 'Eine andere gespeicherte Suche heißt jetzt „{}“.',
  'There are {} saved searches, which is the most there can be.':
    'Es gibt {} gespeicherte Suchen, mehr sind nicht möglich.',
  'A title goes with one link. Clear it, or write each link on a line of its own as “Title: https://…”.':
    'Ein Titel gehört zu einem Link. Lösch ihn, oder schreib jeden Link auf eine eigene Zeile: „Titel: https://…“.',
  'The previous page is no longer kept.': 'Die vorherige Seite wird nicht mehr aufbewahrt.',
  'What the service does by itself can’t be undone.':
    'Was der Dienst von selbst tut, wird nicht rückgängig gemacht.',
  'The item is in the trash.': 'Der Eintrag ist im Papierkorb.',
  'Nothing is left to undo.': 'Es gibt nichts mehr rückgängig zu machen.',
  'The item is already as it was before.': 'Der Eintrag ist bereits wieder wie vorher.',
  'It was undone.': 'Das wurde rückgängig gemacht.',
  'It was undone together with another change.':
    'Das wurde zusammen mit einer anderen Änderung rückgängig gemacht.',
  'Too much has changed since then to tell whether this can be undone.':
    'Seitdem hat sich zu viel geändert, um zu sagen, woran es liegt.',
  'This was undone and redone too many times. Make the change again.':
    'Das wurde zu oft rückgängig gemacht und wiederholt. Mach die Änderung neu.',
  'It would no longer do what was suggested.': 'Es würde jetzt etwas anderes tun als vorgeschlagen.',
  'Only the first has all of these words. The others have some of them, the closest first.':
    'Nur der erste Eintrag enthält alle diese Wörter. Die anderen enthalten einige davon, die besten zuerst.',
  'Only the first {} have all of these words. The others have some of them, the closest first.':
    'Nur die ersten {} Einträge enthalten alle diese Wörter. Die anderen enthalten einige davon, die besten zuerst.',
  'Today is {} (UTC).': 'Heute ist der {} (UTC).',
  'To the person, “me” in a saved search is the person. Write by:person for their items, or by: and your name for yours.':
    'In einer gespeicherten Suche ist mit „me“ die Person gemeint. Schreib by:person für ihre Einträge oder by: und deinen Namen für deine.',
  '"{}" is not possible now: the item is in the trash. Restore it first, with restore-item.':
    'Das ist gerade nicht möglich: Der Eintrag ist im Papierkorb. Stell ihn zuerst wieder her.',
  '"{}" is not possible now: its request has been answered.':
    'Das ist gerade nicht möglich: Die Anfrage ist schon beantwortet.',
  '"{}" is not possible now: its page is being fetched already.':
    'Das ist gerade nicht möglich: Die Seite wird schon abgerufen.',
  '"{}" is not possible now: {}.': 'Das ist gerade nicht möglich.',
  '{} sites are remembered, which is all there is room for. Forget one in your settings first.':
    'Für {} Websites ist schon eine Regel gemerkt, mehr Platz gibt es nicht. Lösche zuerst eine in deinen Einstellungen.',
  'The copy from before is kept.': 'Die frühere Kopie bleibt.',
  'Your account is full.': 'Dein Konto ist voll.',
  'Try again in a few seconds.': 'Versuch es in ein paar Sekunden noch einmal.',
  '{} is not asked now.': '{} wird gerade nicht abgefragt.',
}
