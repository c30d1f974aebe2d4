import { WELCOME_STEPS } from '../../accounts/welcome.ts'
import { assets } from '../assets/assets.ts'
import type { Fragment } from '../fragment.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { formTokenField } from '../parts/form-token.ts'
import { noticeArea, noticeWithUndo } from '../parts/notice.ts'
import { layout } from '../shell/layout.ts'
import { agentStep } from './agent-step.ts'
import { extensionStep } from './extension-step.ts'
import { libraryStep } from './library-step.ts'
import { WELCOME_PATH, type WelcomeView, welcomeStepPath } from './welcome-view.ts'

const messages = allMessages.welcome

/** The first steps of a new account, one at a time; each can be skipped, and come back to. */
export function welcomePage(view: WelcomeView): Fragment {
  const { person, step, notice } = view
  const name = WELCOME_STEPS[step - 1] ?? 'library'
  const { title, text } = messages.steps[name]
  return layout(
    {
      title: messages.title,
      person,
      current: 'queue',
      head: html`<script type="module" src="${assets().copy.path}"></script>
        <script type="module" src="${assets().connect.path}"></script>`,
    },
    html`${noticeArea(noticeWithUndo(notice, person, { returnTo: welcomeStepPath(step) }))}
      <div class="connect welcome">
        ${step === 1 && html`<p class="lead">${messages.lead}</p>`}
        <ol class="stages" aria-label="${messages.progress}">
          ${WELCOME_STEPS.map((name, index) => progressItem(name, index + 1, view))}
        </ol>
        <div class="card">
          <section aria-labelledby="step-heading">
            <h1 id="step-heading">${title}</h1>
            <p>${text}</p>
            ${name === 'library' && libraryStep(view)} ${name === 'extension' && extensionStep(view)}
            ${name === 'agent' && agentStep(view)}
          </section>
          ${onwards(view)}
        </div>
      </div>`,
  )
}

function progressItem(
  name: (typeof WELCOME_STEPS)[number],
  number: number,
  { step, savedCount }: WelcomeView,
): Fragment {
  const isDone = name === 'library' && savedCount > 0
  return html`<li${attributes({
    'aria-current': number === step ? 'step' : undefined,
    class: number < step ? (isDone ? 'past done' : 'past') : undefined,
  })}><span><span class="number">${messages.stepOf(number, WELCOME_STEPS.length)} · </span>${messages.steps[name].title}</span></li>`
}

/** Goes on, which is what to do next where the step is done; goes back, or ends all. */
function onwards({ person, step, savedCount, connect }: WelcomeView): Fragment {
  const isLast = step === WELCOME_STEPS.length
  const isDone = (step === 1 && savedCount > 0) || (isLast && connect.connected !== undefined)
  const style = isDone || step > 1 ? 'main' : 'quiet'
  return html`<form class="button-row onwards" method="post" action="${WELCOME_PATH}">
    ${formTokenField(person.formToken)}
    <input type="hidden" name="step" value="${step}" />
    <button class="button ${style}">${isLast ? messages.finish : messages.next}</button>
    <span class="others"
      >${step > 1 && html`<a class="button plain" href="${welcomeStepPath(step - 1)}">${messages.back}</a>`}
      ${!isLast && html`<button class="button plain" name="skip" value="all">${messages.skipAll}</button>`}</span
    >
  </form>`
}
