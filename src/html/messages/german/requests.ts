import { html } from '../../html.ts'
import type { requests as English } from '../english/requests.ts'

/** The texts about what is asked of agents, and what they answer. */
export const requests: typeof English = {
  lists: { asked: 'Angefragt', answered: 'Beantwortet' },
  asked: 'Anfrage:',
  askedBy: (agent) => html`Anfrage von ${agent}:`,
  answered: 'Antwort:',
  answeredBy: (agent) => html`Antwort von ${agent}:`,
  youAsked: (when) => html`Deine Anfrage, ${when}`,
  agentAsked: (agent, when) => html`Anfrage von ${agent}, ${when}`,
  youAnswered: (when) => html`Deine Antwort, ${when}`,
  agentAnswered: (agent, when) => html`Antwort von ${agent}, ${when}`,
  title: 'Agenten fragen',
  hint: 'Die Agenten, die du verbunden hast, sehen das, wenn sie das nächste Mal in deine Leseliste schauen.',
  waiting: 'Noch hat kein Agent geantwortet.',
  ask: 'Fragen',
  askAgain: 'Etwas anderes fragen',
  answerYourself: 'Selbst beantworten',
  answer: 'Antworten',
  clear: 'Anfrage entfernen',
}
