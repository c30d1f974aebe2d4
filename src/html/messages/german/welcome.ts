import { html } from '../../html.ts'
import type { welcome as English } from '../english/welcome.ts'

/** The texts of the first steps of a new account. */
export const welcome: typeof English = {
  title: 'Willkommen',
  lead: 'Drei Schritte für den Anfang. Du kannst jeden davon überspringen.',
  progress: 'Schritte',
  next: 'Weiter',
  skipAll: 'Alle überspringen',
  finish: 'Zu deiner Leseliste',
  stepOf: (step, steps) => `Erste Schritte, ${step} von ${steps}:`,
  steps: {
    library: {
      short: 'Links mitbringen',
      title: 'Bring mit, was du lesen möchtest',
      text: 'Füge Links aus einer anderen App, einer Notiz oder deinen offenen Tabs ein.',
    },
    extension: {
      short: 'Aus dem Browser speichern',
      title: 'Aus deinem Browser speichern',
      text: 'Speichere die Seite, die du gerade ansiehst, mit einem Klick.',
    },
    agent: {
      short: 'Agenten verbinden',
      title: 'Teile deine Leseliste mit einem Agenten',
      text: 'Ein Agent kann in deiner Leseliste speichern, lesen und aufräumen, sobald du ihm Zugriff gibst. Du siehst alles, was er tut, und kannst es rückgängig machen. Diese Apps können sich von hier aus verbinden:',
    },
  },
  library: {
    import: (link) =>
      html`Du kommst von einer anderen App? ${link('Importiere ihre Exportdatei')}, mit Schlagwörtern und dem,
      was du schon gelesen hast.`,
    placeholder: 'https://example.org/ein-artikel',
    button: 'Links speichern',
    hint: 'Bis zu 100 auf einmal. Jede Seite wird abgerufen und zum Lesen aufgeräumt.',
    saved: (count, links) =>
      `${count} ${links === 1 ? 'Link ist' : 'Links sind'} in deiner Leseliste. Füge weitere hinzu oder mach weiter.`,
  },
  extension: {
    download: 'Lade die Erweiterung herunter und entpacke sie.',
    browsers: {
      chrome: {
        title: 'Chrome, Edge und andere Chromium-Browser',
        steps: [
          'Öffne chrome://extensions und schalte den Entwicklermodus ein.',
          'Wähle „Entpackte Erweiterung laden“ und dann den entpackten Ordner.',
        ],
      },
      firefox: {
        title: 'Firefox',
        steps: [
          'Öffne about:debugging#/runtime/this-firefox und wähle „Temporäres Add-on laden“.',
          'Wähle manifest.json im entpackten Ordner. Firefox entfernt die Erweiterung, wenn du den Browser schließt.',
        ],
      },
    },
    buildTitle: 'Die Browser-Erweiterung hier anbieten',
    build:
      'Es gibt eine Erweiterung für Chrome, Edge und Firefox. Du betreibst diesen Dienst: Bau sie einmal in seinem Ordner, danach können alle sie hier herunterladen:',
    askForBuild:
      'Es gibt eine Erweiterung für Chrome, Edge und Firefox. Die Person, die den Dienst betreibt, kann sie für dich bauen.',
    bookmarklet: {
      title: 'In jedem Browser',
      text: 'Zieh diesen Knopf in deine Lesezeichenleiste. Klick darauf, wenn du auf einer Seite bist, die du später lesen möchtest.',
    },
    phone: {
      title: 'Auf deinem Handy',
      text: (link) => html`${link('Bring deine Leseliste ins Teilen-Menü')}.`,
    },
  },
  agent: {
    apps: 'Apps, die sich verbinden können',
    waiting: 'Warten auf die Verbindung eines Agenten …',
    others: (link) =>
      html`${link('Alle Apps ansehen')} und was die anderen vorher brauchen, etwa eine öffentliche Adresse.`,
  },
}
