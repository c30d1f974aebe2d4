import { html } from '../../html.ts'
import type { welcome as English } from '../english/welcome.ts'

/** The texts of the first steps of a new account. */
export const welcome: typeof English = {
  title: 'Willkommen',
  lead: 'Willkommen! Drei Schritte für den Anfang. Du kannst jeden davon überspringen.',
  progress: 'Schritte',
  next: 'Weiter',
  back: 'Zurück',
  skipAll: 'Alle überspringen',
  finish: 'Zu deiner Leseliste',
  stepOf: (step, steps) => `Schritt ${step} von ${steps}`,
  gettingStarted: (step, steps) => `Erste Schritte, ${step} von ${steps}:`,
  steps: {
    library: {
      title: 'Links mitbringen',
      text: 'Füge Links aus einer anderen App, einer Notiz oder deinen offenen Tabs ein.',
    },
    extension: {
      title: 'Aus dem Browser speichern',
      text: 'Speichere die Seite, die du gerade ansiehst, mit einem Klick.',
    },
    agent: {
      title: 'Agenten verbinden',
      text: 'Ein Agent kann in deiner Leseliste speichern, lesen und aufräumen, sobald du ihm Zugriff gibst. Du siehst alles, was er tut, und kannst es rückgängig machen. Diese Apps können sich von hier aus verbinden:',
    },
  },
  library: {
    import: 'Aus einer anderen App importieren',
    importText: 'Aus ihrer Exportdatei, mit Schlagwörtern und dem, was du gelesen hast.',
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
    bookmarklet: {
      title: 'In jedem Browser',
      text: 'Zieh dieses Lesezeichen in deine Lesezeichenleiste. Klick dort darauf, wenn du auf einer Seite bist, die du später lesen möchtest.',
    },
    phone: {
      title: 'Bring deine Leseliste auf dein Handy',
      text: 'Dann steht sie im Teilen-Menü jeder App.',
    },
  },
  agent: {
    apps: 'Apps, die sich verbinden können',
    waiting: 'Warten auf die Verbindung eines Agenten …',
    others: (link) =>
      html`${link('Alle Apps ansehen')} und was die anderen vorher brauchen, etwa eine öffentliche Adresse.`,
  },
}
