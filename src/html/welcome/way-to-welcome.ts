import { WELCOME_STEPS } from '../../accounts/welcome.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { welcomeStepPath } from './welcome-view.ts'

const messages = allMessages.welcome

/** A line that leads somebody new back to a first step. */
export function wayToWelcome(step: number): Fragment {
  const { title } = messages.steps[WELCOME_STEPS[step - 1] ?? 'library']
  return html`<p class="digest">
    ${messages.gettingStarted(step, WELCOME_STEPS.length)} <a href="${welcomeStepPath(step)}">${title}</a>
  </p>`
}
