import { html } from '../../html.ts'
import type { Slot } from '../format/slot.ts'

/** The texts about what is asked of agents, and what they answer. */
export const requests = {
  lists: { asked: 'Asked', answered: 'Answered' },
  asked: 'Asked:',
  askedBy: (agent: Slot) => html`Asked by ${agent}:`,
  answered: 'Answer:',
  answeredBy: (agent: Slot) => html`Answer by ${agent}:`,
  youAsked: (when: Slot) => html`You asked ${when}`,
  agentAsked: (agent: Slot, when: Slot) => html`${agent} asked ${when}`,
  youAnswered: (when: Slot) => html`You answered ${when}`,
  agentAnswered: (agent: Slot, when: Slot) => html`${agent} answered ${when}`,
  title: 'Ask an agent',
  hint: 'Agents that you connected see this when they next look at your queue.',
  waiting: 'No agent has answered yet.',
  ask: 'Ask',
  askAgain: 'Ask something else',
  answerYourself: 'Answer it yourself',
  answer: 'Answer',
  clear: 'Clear',
}
