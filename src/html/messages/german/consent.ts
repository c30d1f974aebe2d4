import { html } from '../../html.ts'
import type { consent as English } from '../english/consent.ts'

/** The texts with which a person is asked to approve an agent. */
export const consent: typeof English = {
  title: 'Zugriff erlauben',
  quoted: (name) => html`„${name}“`,
  heading: (name) => html`Darf ${name} deine Leseliste verwenden?`,
  ownExtension: 'die Reading-Queue-Erweiterung in diesem Browser',
  ownWarning: 'Stimme nur zu, wenn du das gerade selbst begonnen hast.',
  builtIn: 'Das ist eine der eigenen Browser-Erweiterungen von Reading Queue.',
  localProgram: 'ein Programm auf diesem Computer',
  localApp: 'eine App auf diesem Computer',
  localClaim:
    'Ein Programm auf diesem Computer bittet um Zugriff. Wir können nicht erkennen, welches: Jedes Programm hier könnte diese Anfrage senden.',
  unverified: 'Nicht geprüft',
  named: (name, when) =>
    html`Diese App nennt sich ${name}. Sie hat sich selbst registriert (${when}); niemand hat diesen Namen
    geprüft.`,
  unnamed: (when) =>
    html`Diese App hat keinen Namen angegeben. Sie hat sich selbst registriert (${when}); niemand hat geprüft,
    von wem sie stammt.`,
  published: (name, publisher) =>
    html`Diese App nennt sich ${name}; niemand hat diesen Namen geprüft. Ihre Angaben über sich sind von
    ${publisher} veröffentlicht.`,
  publishedUnnamed: (publisher) =>
    html`Diese App hat keinen Namen angegeben. Ihre Angaben über sich sind von ${publisher} veröffentlicht.`,
  anyProgram: 'Jedes Programm auf diesem Computer könnte diese Anfrage gesendet haben.',
  target: 'Der Zugriff geht an diese Adresse.',
  targetHere: 'Der Zugriff geht an eine App auf diesem Computer, unter',
  warning: 'Erlaube das nur, wenn du es gerade selbst gestartet hast und die Adresse kennst.',
  allows: 'Wenn du es erlaubst, kann die App',
  permissions: {
    can: [
      'alles in deiner Leseliste lesen, auch Schlagwörter und Notizen',
      'Einträge speichern, ändern und entfernen',
    ],
    cannot:
      'Sie kann dein Konto und deine Anmeldedaten nicht ändern, keinen anderen Apps Zugriff geben und keine Einträge endgültig löschen.',
  },
  acquaintance: {
    approvedBefore: (when) => html`Du hast dieser App schon früher Zugriff gegeben (zuerst: ${when}).`,
    hostBefore: (host) =>
      html`Neu: Dieser App hast du noch nie Zugriff gegeben, aber einer anderen bei
        <bdi dir="ltr">${host}</bdi>.`,
    isNew: 'Neu: Dieser App hast du noch nie Zugriff gegeben.',
    staysPaused: (link) =>
      html`Du hast diese App pausiert. Das bleibt so, auch wenn du den Zugriff erlaubst: Ihre Aufrufe werden
      abgewiesen, bis du sie auf der Seite ${link('Agenten')} fortsetzt.`,
    staysSuggesting: 'Du lässt diese App nur vorschlagen. Das bleibt so, auch wenn du den Zugriff erlaubst.',
  },
  revokeAnyTime: (link) =>
    html`Alles, was die App tut, wird aufgezeichnet. Auf der Seite ${link('Agenten')} kannst du es rückgängig
    machen, die App nur vorschlagen lassen, sie pausieren oder ihr den Zugriff entziehen, der sonst bis zu
    einem Jahr gilt.`,
  approve: 'Erlauben',
  deny: 'Ablehnen',
  signedIn: (email) => html`Du bist als ${email} angemeldet.`,
  otherAccount: 'Anderes Konto verwenden',
  localhost: {
    title: 'App auf diesem Computer erlauben',
    heading: (name) => html`Zugriff für ${name} an diesen Computer senden?`,
    text: (name, publisher) =>
      html`${name}, veröffentlicht von ${publisher}, möchte den Zugriff in einem Programm auf
        <strong>diesem Computer</strong> erhalten.`,
    warning: 'Mach nur weiter, wenn du das gerade selbst gestartet hast.',
    deny: 'Nicht erlauben',
    allow: 'Auf diesem Computer erlauben',
    once: (link) =>
      html`Du wirst für jede App nur einmal gefragt und kannst es dir auf der Seite ${link('Agenten')} anders
      überlegen.`,
  },
}
