import type { share as English } from '../english/share.ts'

/** The texts of saving links from other apps and browsers. */
export const share: typeof English = {
  app: {
    name: 'Reading Queue',
    shortName: 'Leseliste',
    description: 'Die Links, die du später lesen möchtest, geteilt mit den Agenten, die für dich arbeiten.',
    shortcuts: { queue: 'Leseliste', save: 'Link speichern', search: 'Suchen', offline: 'Auf diesem Gerät' },
  },
  save: {
    title: 'Link speichern',
    nothing: 'Füge die Adresse der Seite ein, die du später lesen möchtest, oder tippe sie ein.',
    hint: 'Nichts wird gespeichert, bevor du „Speichern“ wählst.',
    button: 'Speichern',
    saveFromAnywhere: 'Von jeder Seite oder App aus speichern',
  },
  sessionEnded: {
    title: 'Deine Sitzung ist beendet',
    how: 'Noch wurde nichts gespeichert. Melde dich in einem neuen Tab an, komm hierher zurück und speichere dann.',
    signIn: 'Anmelden',
  },
  known: {
    before: 'Schon in deiner Leseliste:',
    saved: 'gespeichert',
    states: { unread: 'ungelesen', read: 'gelesen', snoozed: 'zurückgestellt', removed: 'im Papierkorb' },
    again: {
      unread: 'Wenn du den Link noch einmal speicherst, rückt er nach ganz oben.',
      read: 'Wenn du den Link noch einmal speicherst, ist er wieder ungelesen und rückt nach ganz oben.',
      snoozed: 'Wenn du den Link noch einmal speicherst, steht er wieder ganz oben in deiner Leseliste.',
      removed: 'Wenn du den Link noch einmal speicherst, kommt er als ungelesen zurück.',
    },
  },
  saved: {
    title: 'In deiner Leseliste gespeichert',
    read: 'Jetzt lesen',
    back: (site) => `Zurück zu ${site}`,
    close: 'Du kannst diesen Tab jetzt schließen.',
    queue: 'Oder zu deiner Leseliste',
  },
  yourself: {
    heading: 'Links selbst speichern',
    text: 'Speichere in jedem Browser und auf jedem Handy oder Tablet mit ein, zwei Fingertipps:',
  },
  how: {
    title: 'Von überall aus speichern',
    lead: 'Schick die Seite, die du gerade ansiehst, an deine Leseliste. Jede bestätigst du, bevor sie gespeichert wird.',
    bookmarklet: {
      heading: 'Im Browser auf einem Computer',
      drag: 'Zieh dieses Lesezeichen in deine Lesezeichenleiste:',
      link: 'In meine Leseliste',
      onlyDrag: 'Auf dieser Seite bewirkt es nichts.',
      steps: [
        'Falls die Lesezeichenleiste nicht zu sehen ist, blende sie ein: Strg+Umschalt+B, auf dem Mac ⌘+Umschalt+B. In Safari heißt sie „Favoritenleiste“ und steht im Menü „Darstellung“.',
        'Zieh das Lesezeichen in die Leiste.',
        'Klick auf das Lesezeichen, wenn du auf einer Seite bist, die du später lesen möchtest. Text, den du markiert hast, wird zur Notiz.',
      ],
      withoutDragging: 'Wenn du es nicht ziehen kannst',
      withoutDraggingSteps:
        'Leg ein Lesezeichen für irgendeine Seite an, bearbeite es und ersetze seine Adresse durch diese:',
      code: 'Die Adresse des Lesezeichens',
    },
    android: {
      heading: 'Unter Android',
      steps: [
        'Öffne diese Seite in Chrome oder einem anderen Browser, der Web-Apps installieren kann.',
        'Öffne sein Menü, wähle „Zum Startbildschirm hinzufügen“ und dann „Installieren“.',
        'Wähle in einer beliebigen App „Teilen“, dann „Leseliste“.',
      ],
    },
    iphone: {
      heading: 'Auf einem iPhone oder iPad',
      lead: 'Ein Kurzbefehl bringt deine Leseliste ins Teilen-Menü. Das dauert einmalig zwei Minuten.',
      steps: [
        'Öffne die App „Kurzbefehle“, tippe auf + und nenne den Kurzbefehl „In meine Leseliste“.',
        'Öffne seine Details, das i im Kreis, und schalte „Im Share-Sheet anzeigen“ ein. Lass ihn nur URLs und Safari-Webseiten empfangen.',
        'Füge die Aktion „URLs aus Eingabe abrufen“ hinzu, die die Kurzbefehleingabe verwendet, und darunter „URL codieren“.',
        'Füge die Aktion „URL“ hinzu und tippe die Adresse unten ein, gefolgt von der Variablen „URL-codierter Text“.',
        'Füge die Aktion „URLs öffnen“ hinzu.',
        'Wähle in einer beliebigen App „Teilen“, dann „In meine Leseliste“. Beim ersten Mal meldest du dich an.',
      ],
      address: 'Die Adresse für den Kurzbefehl',
    },
    other: {
      heading: 'Aus anderen Programmen',
      text: 'Alles, was eine Webadresse öffnen kann, kann auch speichern. Häng die URL-codierte Adresse der Seite an diese Adresse an; Titel, Schlagwörter und Notiz sind optional.',
      address: 'Die Adresse zum Öffnen',
    },
  },
}
