import { html } from '../../html.ts'
import type { agents as English } from '../english/agents.ts'

/** The texts about agents: approving them, their activity, and revoking their access. */
export const agents: typeof English = {
  title: 'Agenten',
  lead: 'Diese Apps können Einträge deiner Leseliste lesen, speichern, ändern und entfernen. Entziehst du einem Agenten den Zugriff, endet er sofort; pausierst du ihn, werden seine Aufrufe abgewiesen, bis du ihn fortsetzt. Was er gespeichert hat, bleibt.',
  none: 'Kein Agent hat Zugriff',
  noneHint:
    'Verbinde einen, der für dich speichert, sucht und ordnet. Du erlaubst es ihm zuerst und kannst rückgängig machen, was er tut.',
  builtIn: 'Erweiterung',
  lastUsed: (when) => html`Zuletzt verwendet: ${when}`,
  neverUsed: 'Noch nicht verwendet',
  unverifiedName: 'Hat sich selbst registriert. Niemand hat den Namen geprüft.',
  publishedName: (publisher) => `Veröffentlicht von ${publisher}. Niemand hat den Namen geprüft.`,
  publishedBy: (publisher) => html`Veröffentlicht von ${publisher}`,
  grants: {
    heading: 'Verbindungen',
    entry: (host, when, use) => html`${host}, erlaubt: ${when}. ${use}.`,
    revoke: 'Diese Verbindung beenden',
  },
  sentTo: (host) => html`Der Zugriff geht an ${host}`,
  connectedAt: (when) => html`Verbunden ${when}`,
  endedLongAgo: 'Der Zugriff endete vor langer Zeit. Die Aktivität ist weiterhin aufgezeichnet.',
  noAccess: (when) => html`Zugriff entzogen: ${when}.`,
  savedItems: 'Gespeicherte Einträge',
  activity: 'Aktivität',
  stopped: {
    changes: (when, max) =>
      html`Gestoppt (${when}): Der Agent wollte mehr als ${max} Einträge in einer Minute ändern. Alles Weitere
      wurde abgewiesen.`,
    removals: (when, max) =>
      html`Gestoppt (${when}): Der Agent wollte mehr als ${max} Einträge in einer Stunde entfernen. Alles
      Weitere wurde abgewiesen.`,
    bytes: (when, max) =>
      html`Gestoppt (${when}): Der Agent wollte mehr als ${max} in einer Stunde schreiben. Alles Weitere wurde
      abgewiesen.`,
    next: 'Sieh dir seine Aktivität an. Du kannst ihn pausieren, ihm den Zugriff entziehen und seine Änderungen rückgängig machen.',
  },
  paused: (when) => html`Pausiert (${when}): Seine Aufrufe werden abgewiesen.`,
  suggesting: (when) =>
    html`Schlägt nur Änderungen vor, die du annimmst oder ablehnst (eingestellt ${when}).`,
  suggest: 'Nur vorschlagen lassen',
  allow: 'Änderungen erlauben',
  pause: 'Pausieren',
  resume: 'Fortsetzen',
  revoke: 'Zugriff entziehen',
  revoking: {
    title: (name) => html`${name} den Zugriff entziehen?`,
    text: 'Der Zugriff endet sofort, offene Vorschläge verfallen. Was der Agent gespeichert hat, bleibt. Um deine Leseliste wieder zu verwenden, muss er dich noch einmal fragen.',
    button: 'Zugriff entziehen',
    cancel: 'Abbrechen',
  },
  ended: {
    heading: 'Beendeter Zugriff',
    when: (name, when, because) => html`${name}: beendet (${when}), weil ${because}`,
    because: {
      person: 'du den Zugriff entzogen hast.',
      agent: 'sich der Agent abgemeldet hat.',
      'code-reuse':
        'sein Anmeldecode zweimal verwendet wurde. Vielleicht wurde er gestohlen. Verbinde den Agenten neu.',
      'refresh-reuse':
        'eines seiner alten Token noch einmal verwendet wurde. Vielleicht wurde es gestohlen. Verbinde den Agenten neu.',
      'too-many': 'du die Höchstzahl an Agenten erreicht hast und dieser am längsten nicht verwendet wurde.',
    },
  },
  localhost: {
    heading: 'Zugriff auf diesem Computer',
    lead: 'Du hast diesen Apps erlaubt, ihren Zugriff über localhost zu erhalten. Widerrufst du das, wirst du bei der nächsten Verbindung wieder gefragt. Zugriff, den sie schon haben, bleibt bestehen.',
    entry: (name, publisher, when) => html`„${name}“, veröffentlicht von ${publisher}, erlaubt: ${when}`,
    withdraw: 'Widerrufen',
    withdrawn: (name) => `Widerrufen. Wenn „${name}“ sich verbindet, wirst du wieder gefragt.`,
    alreadyWithdrawn: 'Das war schon widerrufen.',
  },
  connected: 'Verbundene Agenten',
  connectAgent: 'Agenten verbinden',
  approvalNote: 'Jeder Agent erhält erst Zugriff, wenn du es hier erlaubst.',
  suggestions: {
    heading: 'Vorschläge',
    lead: 'Nichts davon geschieht, bevor du es annimmst. Angenommene Änderungen findest du unter „Aktivität“ und kannst sie dort rückgängig machen.',
    accept: 'Annehmen',
    dismiss: 'Ablehnen',
    decisionAbout: (change, title) => html`: ${change}, „${title}“`,
    all: {
      accept: (count) => `Alle ${count} annehmen`,
      dismiss: (count) => `Alle ${count} ablehnen`,
    },
    more: (count, isOne) => (isOne ? '1 weitere Änderung zeigen' : `${count} weitere Änderungen zeigen`),
    notShown: (count, isOne) => (isOne ? '… und 1 weitere Änderung' : `… und ${count} weitere Änderungen`),
    afterPromptInjection: (title) => html`Nach dem Lesen von „${title}“; dort stehen Anweisungen für Agenten`,
    stale: (because) => `Das passt nicht mehr. ${because}`,
    accepted: (count) => (count === 1 ? 'Angenommen.' : `${count} Vorschläge angenommen.`),
    refused: (count, because) =>
      count === 1
        ? `Ein Vorschlag ist gerade nicht möglich: ${because}`
        : `${count} Vorschläge sind gerade nicht möglich. Der erste: ${because}`,
    dismissed: (count) => (count === 1 ? 'Abgelehnt.' : `${count} Vorschläge abgelehnt.`),
    alreadyDecided: 'Darüber wurde schon entschieden.',
    waiting: (count, isOne) =>
      isOne
        ? 'Ein Agent schlägt eine Änderung vor. Ansehen'
        : `Agenten schlagen ${count} Änderungen vor. Ansehen`,
  },
  done: {
    suggesting: (name) =>
      `„${name}“ schlägt Änderungen ab jetzt nur noch vor. Du nimmst sie hier an oder lehnst sie ab.`,
    allowed: (name) =>
      `„${name}“ darf wieder selbst Änderungen vornehmen. Frühere Vorschläge warten weiter auf deine Entscheidung.`,
    paused: (name) => `„${name}“ ist pausiert. Aufrufe werden abgewiesen, bis du den Agenten fortsetzt.`,
    resumed: (name) => `„${name}“ arbeitet wieder.`,
    revoked: (name) => `„${name}“ hat keinen Zugriff mehr. Der nächste Aufruf wird abgewiesen.`,
    revokedOne: (name) => `Eine Verbindung von „${name}“ ist beendet. Die anderen bleiben.`,
    alreadyEnded: 'Der Zugriff dieses Agenten war schon beendet.',
  },
}
