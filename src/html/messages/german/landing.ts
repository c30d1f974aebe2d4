import type { landing as English } from '../english/landing.ts'

/** The texts of the home page for visitors. */
export const landing: typeof English = {
  title: 'Willkommen',
  heading: 'Eine Leseliste, die du mit deinen Agenten teilst',
  lead: 'Speichere, was du lesen möchtest. Lass Claude, ChatGPT oder deine eigenen Skripte etwas hinzufügen und aufräumen, und mach alles rückgängig, was dir nicht gefällt.',
  stories: [
    {
      picture: 'reader',
      title: 'In Ruhe lesen',
      text: 'Jede gespeicherte Seite bekommst du als aufgeräumten Artikel, in der Schriftgröße, Breite und Farbe, die du magst. Er bleibt lesbar, auch wenn das Original verschwunden ist.',
    },
    {
      picture: 'agents',
      title: 'Mit Agenten teilen',
      text: 'Gib einem Agenten einmal Zugriff, und er speichert, sucht und ordnet für dich. Du siehst, wer was gespeichert hat und warum. Du kannst ihn jederzeit pausieren, ihm den Zugriff entziehen oder ihn nur vorschlagen lassen.',
    },
    {
      picture: 'activity',
      title: 'Rückgängig machen',
      text: 'Jede Änderung wird aufgezeichnet, deine und die der Agenten. Mach eine einzelne rückgängig, mehrere zusammengehörige oder alles, was ein Agent seit gestern getan hat.',
    },
  ],
  documents: [
    { path: '/auth.md', title: 'So bekommen Agenten Zugriff' },
    { path: '/llms.txt', title: 'Dokumente für Agenten und Entwickler' },
  ],
  pictures: {
    queue:
      'Die Leseliste: gespeicherte Artikel mit Website, Lesezeit und Schlagwörtern. Einige haben Claude und ChatGPT gespeichert, mit Begründung.',
    reader:
      'Ein Artikel in der Leseansicht: Titel, Verfassername und Text auf einer ruhigen Seite, darüber eine Werkzeugleiste.',
    agents:
      'Die Seite „Agenten“: jeder verbundene Agent, was er zuletzt getan hat, und Knöpfe, um ihn zu pausieren oder ihm den Zugriff zu entziehen.',
    activity:
      'Die Seite „Aktivität“: „Claude hat 3 Einträgen Schlagwörter hinzugefügt“ mit einem Knopf, der alles davon rückgängig macht, darunter die einzelnen Änderungen.',
  },
}
