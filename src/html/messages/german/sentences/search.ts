/** What is wrong with a search. The names of conditions and their values stay as they are written. */
export const search: Record<string, string> = {
  '"{}:" at character {} is not a condition; there are {}.':
    '„{}:“ bei Zeichen {} ist keine Bedingung. Es gibt {}.',
  'Did you mean {}?': 'Meintest du {}?',
  'To search for it as words, put it in quotes.':
    'Wenn du nach den Wörtern selbst suchen willst, setz sie in Anführungszeichen.',
  'The name of an author is found as words: leave out "author:", and put a full name in quotes.':
    'Den Namen eines Autors findest du als Wörter: Lass „author:“ weg, und setz einen vollen Namen in Anführungszeichen.',
  '"{}:" at character {} is followed by {}, but takes {}.':
    'Auf „{}:“ bei Zeichen {} folgt {}. Möglich ist {}.',
  'Without it, everything but the trash is searched.': 'Ohne das wird alles außer dem Papierkorb durchsucht.',
  nothing: 'nichts',
  'one tag, such as tag:web or tag:"to do"': 'ein Schlagwort wie tag:web oder tag:"to do"',
  'a site, such as site:example.org': 'eine Website wie site:example.org',
  'one of unread, read, favourite, snoozed, removed, failed, broken, untagged, asked, answered':
    'eines von unread, read, favourite, snoozed, removed, failed, broken, untagged, asked, answered',
  'words of the name of who saved it, such as by:claude or by:"my agent", or me, or person':
    'der Name, unter dem gespeichert wurde, wie by:claude oder by:"my agent", oder me oder person',
  'a date such as 2026-01-31, 2026-01 or 2026, today, yesterday, monday for the last one, 7d for seven days ago (also 2w, 6m or 1y), or an instant such as 2026-01-31T18:00:00Z':
    'ein Datum wie 2026-01-31, 2026-01 oder 2026, today, yesterday, monday für den letzten Montag, 7d für vor sieben Tagen (auch 2w, 6m oder 1y) oder ein Zeitpunkt wie 2026-01-31T18:00:00Z',
  'a reading time such as 15m, 90 (minutes) or 1h': 'eine Lesezeit wie 15m, 90 (Minuten) oder 1h',
  'a number from 1 to {}, alone or behind <, <=, > or >=':
    'eine Zahl von 1 bis {}, allein oder hinter <, <=, > oder >=',
  'note, for items with a note, or highlight, for items with highlights':
    'note, für Einträge mit einer Notiz, oder highlight, für Einträge mit Markierungen',
  'a word and a condition': 'ein Wort und eine Bedingung',
  'what is excluded: write -a -b to exclude both':
    'Ausgeschlossenes: Schreib -a -b, um beides auszuschließen',
  'OR takes no is:removed: the trash is searched by itself.':
    'OR verbindet kein is:removed: Der Papierkorb wird für sich durchsucht.',
  '“AND” is taken as a word; leave it out, since all words must occur.':
    '„AND“ gilt als Wort. Lass es weg: Alle Wörter müssen vorkommen.',
  '“NOT” is taken as a word; put a minus in front of what must not occur.':
    '„NOT“ gilt als Wort. Setz ein Minus vor das, was nicht vorkommen darf.',
  '“OR” is taken as a word where it does not stand between two.':
    '„OR“ gilt als Wort, wo es nicht zwischen zweien steht.',
  '“&&” means nothing; all words must occur.': '„&&“ hat keine Bedeutung: Alle Wörter müssen vorkommen.',
  '“!” means nothing; put a minus in front of what must not occur.':
    '„!“ hat keine Bedeutung. Setz ein Minus vor das, was nicht vorkommen darf.',
  '“-(” excludes nothing as a whole; put a minus in front of each part.':
    '„-(“ schließt nichts im Ganzen aus. Setz ein Minus vor jeden Teil.',
  'A tag is excluded by a minus in front of tag:, not behind it.':
    'Ein Schlagwort schließt du mit einem Minus vor tag: aus, nicht dahinter.',
  'A reading time is one word, such as under:5m or under:1h.':
    'Eine Lesezeit ist ein Wort, wie under:5m oder under:1h.',
  '“|” means nothing; OR between two words finds either.':
    '„|“ hat keine Bedeutung. OR zwischen zwei Wörtern findet eines von beiden.',
  'A number after # is taken as a word; as a tag it is tag:1.':
    'Eine Zahl nach # gilt als Wort. Als Schlagwort heißt sie tag:1.',
  'A plus means nothing; all words must occur.':
    'Ein Plus hat keine Bedeutung: Alle Wörter müssen vorkommen.',
  '“*” stands only at the end of a word.': '„*“ steht nur am Ende eines Wortes.',
  '“~” means nothing; one wrong letter is allowed for where nothing is found.':
    '„~“ hat keine Bedeutung. Wo nichts gefunden wird, darf ein Buchstabe falsch sein.',
  'Too many searches wait right now. Try again in a few seconds.':
    'Gerade warten zu viele Suchen. Versuch es in ein paar Sekunden noch einmal.',
  'Too many searches of this queue wait right now. Try again in a few seconds.':
    'Gerade warten zu viele Suchen dieser Leseliste. Versuch es in ein paar Sekunden noch einmal.',
}
