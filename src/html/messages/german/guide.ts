import { html } from '../../html.ts'
import type { guide as English } from '../english/guide.ts'

/** A first article for somebody new. */
export const guide: typeof English = {
  title: 'So funktioniert Reading Queue',
  offer: 'Mit der Anleitung anfangen',
  offerText: 'Sie wird der erste Artikel deiner Leseliste. Zwei Minuten Lesezeit.',
  keep: 'Diese Anleitung speichern',
  keepText: 'Sie wird ein Artikel deiner Leseliste.',
  text: html`<p>
      Reading Queue bewahrt auf, was du lesen möchtest: als aufgeräumte Artikel in einer Liste, bei der dir
      deine Agenten helfen können. Diese Anleitung ist einer davon, ein gewöhnlicher Artikel, in dem du
      Stellen hervorheben und den du zurückstellen, abhaken oder entfernen kannst.
    </p>
    <h2>Speichern</h2>
    <p>
      Drück irgendwo <kbd>c</kbd> oder füge einen Link in deine Liste ein. Ein Lesezeichen im Browser oder das
      Teilen-Menü deines Handys speichert die Seite, die du gerade ansiehst:
      <a href="/share">Richte sie einmal ein.</a> Du kannst auch
      <a href="/import">importieren, was du in einer anderen App gespeichert hast</a>. Jede Seite wird zum
      Lesen aufgeräumt und aufbewahrt, damit sie lesbar bleibt, wenn das Original verschwindet.
    </p>
    <h2>Lesen</h2>
    <p>
      In der Werkzeugleiste wählst du Größe, Schrift und Farben des Textes und lässt ihn dir vorlesen. Deine
      Stelle bleibt gemerkt. Wähle Wörter aus, um sie zu markieren und etwas dazu zu notieren. Bist du fertig,
      markiere den Artikel als gelesen; was warten kann, stell zurück, dann kommt es am gewählten Tag wieder.
    </p>
    <p>Für all das gibt es Tasten. Drück <kbd>?</kbd>, um sie zu sehen.</p>
    <h2>Finden</h2>
    <p>
      Die Suche geht durch Titel, Schlagwörter, Notizen und den Text aller Artikel. Eine Suche, die du
      speicherst, bleibt in der Seitenleiste, wie eine eigene Liste.
    </p>
    <h2>Mit einem Agenten teilen</h2>
    <p>
      <a href="/connect">Verbinde Claude, ChatGPT oder einen anderen Agenten</a>, dann kann er für dich
      speichern, sortieren und zusammenfassen. Du gibst ihm vorher Zugriff, siehst, was er getan hat und
      warum, und kannst ihn pausieren oder nur vorschlagen lassen.
    </p>
    <h2>Rückgängig machen</h2>
    <p>
      Jede Änderung, deine oder die eines Agenten, lässt sich rückgängig machen: gleich in der Meldung dazu
      oder später unter <a href="/history">Aktivität</a>. Was du entfernst, bleibt 30 Tage im Papierkorb.
    </p>`,
}
