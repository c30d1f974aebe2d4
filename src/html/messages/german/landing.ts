import type { landing as English } from '../english/landing.ts'

/** The texts of the home page for visitors. */
export const landing: typeof English = {
  title: 'Willkommen',
  heading: 'Eine Leseliste, die du mit deinen Agenten teilst',
  lead: 'Speichere, was du lesen willst, lass Claude, ChatGPT oder deine Skripte helfen und mach rückgängig, was sie tun. Quelloffen, auf deinem Server.',
  stories: [
    {
      screenshot: 'reader',
      title: 'In Ruhe lesen',
      text: 'Jede gespeicherte Seite bekommst du als aufgeräumten Artikel, in der Schriftgröße, Breite und Farbe, die du magst. Er bleibt lesbar, auch wenn das Original verschwunden ist.',
    },
    {
      screenshot: 'agents',
      title: 'Mit Agenten teilen',
      text: 'Gib einem Agenten einmal Zugriff, und er speichert, sucht und ordnet für dich. Du siehst, wer was gespeichert hat und warum. Du kannst ihn jederzeit pausieren, ihm den Zugriff entziehen oder ihn nur vorschlagen lassen.',
    },
    {
      screenshot: 'activity',
      title: 'Zurücknehmen',
      text: 'Jede Änderung wird aufgezeichnet, deine und die der Agenten. Mach eine einzelne rückgängig, mehrere zusammengehörige oder alles, was ein Agent seit gestern getan hat.',
    },
  ],
  howAgentsConnect: 'So verbinden sich Agenten',
  points: [
    {
      icon: 'inbox',
      title: 'Bring mit, was du hast',
      text: 'Importiere aus Pocket, Instapaper, Readwise, wallabag, deinem Browser und vielen anderen.',
    },
    {
      icon: 'headphones',
      title: 'Überall lesen oder hören',
      text: 'Am Computer und auf dem Handy, auch ohne Verbindung, oder vorgelesen.',
    },
    {
      icon: 'highlighter',
      title: 'Markieren und wiederfinden',
      text: 'Markiere Stellen, schreib Notizen dazu und durchsuche alle gespeicherten Texte.',
    },
    {
      icon: 'all',
      title: 'Alles bleibt deins',
      text: 'Quelloffen. Exportiere jederzeit alles als JSON, Markdown oder Lesezeichen.',
    },
  ],
  closing: 'Für die Agenten, die du schon hast',
  documents: [
    { path: '/guide', title: 'So funktioniert Reading Queue' },
    { path: '/auth.md', title: 'So bekommen Agenten Zugriff' },
    { path: '/llms.txt', title: 'Dokumente für Agenten und Entwickler' },
  ],
  screenshots: {
    queue:
      'Die Leseliste: gespeicherte Artikel mit Website, Lesezeit und Schlagwörtern. Einige haben Claude und ChatGPT gespeichert, mit Begründung.',
    reader:
      'Ein Artikel in der Leseansicht: Titel, Verfassername und Text auf einer ruhigen Seite, darüber eine Werkzeugleiste.',
    agents:
      'Die Seite „Agenten“: Claude und ChatGPT, was sie zuletzt getan haben, und Knöpfe, um sie zu pausieren, nur vorschlagen zu lassen oder ihnen den Zugriff zu entziehen.',
    activity:
      'Die Seite „Aktivität“: „Claude hat 3 Einträgen Schlagwörter hinzugefügt“ mit einem Knopf, der alles davon rückgängig macht, darunter die drei Änderungen.',
  },
}
