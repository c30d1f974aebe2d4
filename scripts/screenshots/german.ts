import type { Library } from './library.ts'

export const german: Library = {
  articles: [
    {
      title: 'Der Leuchtturm, der Bücher verlieh',
      site: 'gezeitenblatt.example',
      path: 'der-leuchtturm-der-buecher-verlieh',
      author: 'Marit Solberg',
      tags: ['essay', 'bibliotheken'],
      opening:
        'Einunddreißig Jahre lang verlieh der Wärter von Skarvøy vierhundert Bände aus einer Kammer, die das Meer erreichen konnte, und verlor nur sechs davon.',
      minutes: 9,
      hue: 205,
      by: 'you',
      age: 12,
    },
    {
      title: 'Was ein Write-Ahead-Log verspricht und was nicht',
      site: 'seitencache.example',
      path: 'write-ahead-log',
      author: 'Priya Raman',
      tags: ['datenbanken'],
      opening:
        'Ein Commit kehrt zurück, wenn sein Eintrag auf der Platte ist. Alle Irrtümer über Dauerhaftigkeit stecken in den Wörtern „ist“ und „auf“.',
      minutes: 14,
      by: 'Claude',
      age: 38,
      reason: 'Für die Besprechung am Donnerstag: Es beantwortet die Frage nach fsync.',
    },
    {
      title: 'Ein Jahr zu Fuß zur Arbeit',
      site: 'langsamemeilen.example',
      path: 'zu-fuss',
      author: 'Tom Okafor',
      tags: ['essay'],
      opening:
        'Vierzig Minuten hin, vierzig zurück, vierhundertzwölf Mal. Spätestens im Februar wollte ich mich langweilen. Es kam anders.',
      minutes: 6,
      hue: 95,
      by: 'you',
      age: 130,
      progress: 0.42,
    },
    {
      title: 'Sauerteig ist ein Zeitplan, kein Rezept',
      site: 'krume.example',
      path: 'zeitplan',
      tags: ['kochen', 'wochenende'],
      opening:
        'Auf das Mehl kommt es kaum an. Auf die Stunde, in der man faltet, schon, und darauf, was man bis dahin tut.',
      minutes: 5,
      hue: 32,
      by: 'you',
      age: 260,
      isFavourite: true,
    },
    {
      title: 'The night train that waits for the ferry',
      site: 'railnotes.example',
      path: 'night-train',
      tags: ['reisen'],
      opening:
        'At midnight the train stops at a station without a name, and nobody gets off. All the doors open anyway.',
      minutes: 7,
      hue: 250,
      by: 'you',
      age: 410,
    },
    {
      title: 'Wie Containerschiffe lernten, langsamer zu fahren',
      site: 'hafennotizen.example',
      path: 'langsam-fahren',
      author: 'Ines Carvalho',
      tags: ['klima', 'schifffahrt'],
      opening:
        'Ein Fünftel weniger Tempo halbiert den Verbrauch. Das Schwierige war nie die Maschine, es war der Vertrag.',
      minutes: 11,
      hue: 188,
      by: 'ChatGPT',
      age: 600,
      reason: 'Du wolltest Texte darüber, wie Emissionen ohne neue Technik sinken.',
    },
    {
      title: 'Kleine Räume, laute Ideen: Besuch in der letzten Druckerei von Gent',
      site: 'tinteundblei.example',
      path: 'gent',
      tags: ['design'],
      opening:
        'Der Laden riecht nach Öl und Orangen. Hinter der Theke setzt Lotte eine Einladung, ein kleines e nach dem anderen.',
      minutes: 8,
      hue: 12,
      by: 'you',
      age: 1500,
    },
    {
      title: 'Fachartikel lesen, ohne darin unterzugehen',
      site: 'dreimallesen.example',
      path: 'fachartikel',
      tags: ['forschung', 'gewohnheiten'],
      opening:
        'Erst die Abbildungen, dann die letzte Seite, dann entscheiden. Die meisten verdienen fünf Minuten, wenige eine Woche.',
      minutes: 7,
      by: 'Claude',
      age: 1620,
      reason: 'Passt zu den drei Artikeln, die du am Montag gespeichert hast.',
    },
    {
      title: 'Die Karte, die den Fluss hundert Jahre lang falsch zeigte',
      site: 'hoehenlinien.example',
      path: 'der-falsche-fluss',
      author: 'Daniel Weiss',
      tags: ['karten', 'geschichte'],
      opening:
        'Im Jahr 1871 zeichnete ein müder Vermesser eine Biegung, wo keine war. Elf Karten übernahmen sie, und ein Dorf zog um.',
      minutes: 12,
      hue: 140,
      by: 'you',
      age: 2900,
    },
    {
      title: 'Warum langweilige Software an spannenden Orten läuft',
      site: 'ruhigerbetrieb.example',
      path: 'langweilige-software',
      tags: ['technik'],
      opening:
        'Eine Station in der Antarktis, ein Krankenhaus und eine Fischereiflotte nutzen dasselbe Skript. Es ist seit 2009 unverändert.',
      minutes: 9,
      by: 'you',
      age: 3100,
    },
    {
      title: 'Notizen aus einem Garten für Bienen',
      site: 'unterholz.example',
      path: 'bienen',
      tags: ['garten'],
      opening:
        'Fang mit dem an, was im März blüht, und mit dem, was im Oktober blüht. Im Juni wird jede Biene satt.',
      minutes: 6,
      hue: 60,
      by: 'you',
      age: 4400,
    },
    {
      title: 'Barrierefreie Tabellen, die man wirklich lesen kann',
      site: 'schlichteseiten.example',
      path: 'tabellen',
      tags: ['web'],
      opening:
        'Eine Tabelle verspricht jeder Zelle zwei Adressen. Die meisten Tabellen im Netz brechen das Versprechen.',
      minutes: 10,
      by: 'ChatGPT',
      age: 5900,
    },
  ],
  story: `
<p>Es begann mit einem Irrtum. Im Herbst 1908 lud das Versorgungsboot eine Kiste ab, die für die Schule in Vågnes bestimmt war:
zweiundvierzig Romane, eine Grammatik und eine Abhandlung über Buchführung. Vor dem Frühjahr kam kein Boot mehr. Johan Myhre, der
das Feuer hütete, trocknete die Bücher am Ofen, Seite für Seite, und als das Eis ging, hatte er alle zweimal gelesen, auch die
Buchführung.</p>
<p>Natürlich führte er Buch. Das Heft liegt heute im Archiv, und nur seinetwegen wissen wir, was ein Fischer auf einer äußeren
Insel im Jahr 1911 las und wie lange er dafür brauchte.</p>
<h2>Ein Regal über der Flutmarke</h2>
<p>Die Regeln standen auf einem Brett. <em>Zwei Bücher je Boot. In Öltuch wickeln. Bist du verloren, ist es auch das Buch; wirst du
gefunden, bring es zurück.</em> Niemand bezahlte. Wer konnte, ließ einen Hering da oder eine Kerze, und jedes Jahr lag ein Buch da,
das vorher nicht da gewesen war.</p>
<figure><img src="%PICTURE%" alt="Ein Leuchtturm über ruhiger See in der Dämmerung"><figcaption>Das Feuer von Skarvøy von Norden,
wo die Boote anlegten.</figcaption></figure>
<p>Um 1920 waren es dreihundert Bände. Myhre ordnete sie weder nach Verfasser noch nach Gegenstand, sondern nach Wetter: was man in
einer Woche Nebel liest, was im Sturm, und auf einem einzigen Brett, was man im Januar nicht allein lesen soll.</p>
<blockquote><p>Den Dostojewski verleihe ich in den dunklen Monaten nicht. Das habe ich auch dem Pfarrer gesagt.</p></blockquote>
<h2>Woran sich das Heft erinnert</h2>
<p>Wer der Titel wegen kommt, bleibt wegen der Ränder. Neben einem Roman stehen neun Namen und, mit Bleistift, „noch einmal“. Neben
einem Handbuch der Navigation steht ein einziger Name, viermal, und dann keiner mehr. Myhre hat ihn nicht durchgestrichen. Er hat
das Buch zum Nebel gestellt.</p>
`,
  sentences: [
    'Niemand hat es so geplant, und deshalb hat es gehalten.',
    'Der erste Versuch scheiterte an etwas, das erst hinterher selbstverständlich wirkt.',
    'Es gibt ein Foto des Raums, und fast alles Wichtige liegt außerhalb des Bildes.',
    'Hier steht die kurze Fassung; die lange dauert einen Nachmittag und eine Kanne Tee.',
    'Fragt man drei, die dabei waren, hört man drei Jahreszahlen und einen einzigen Witz.',
    'Leichter lässt sich sagen, was es nicht ist, und so beginnen die meisten Berichte.',
  ],
  tidied: { with: ['essay', 'geschichte'], tag: 'wochenende' },
}
