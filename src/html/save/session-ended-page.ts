import { html } from '../html.ts'
import { saveLink } from '../../queue/actions/save-link.ts'
import { actionForm } from '../actions/action-form.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { layout } from '../shell/layout.ts'

const { save, sessionEnded: messages } = allMessages.share

/** Shows somebody whose session has ended what they typed to be saved, and how to save it after all. */
export function sessionEndedPage(typed: Record<string, string>): Fragment {
  return layout(
    { title: messages.title, width: 'narrow' },
    html`<section class="panel">
      <h1>${messages.title}</h1>
      <p>${messages.how}</p>
      <p><a class="button main" href="/login" target="_blank">${messages.signIn}</a></p>
      ${actionForm(saveLink, {
        formToken: '',
        returnTo: '/queue',
        values: typed,
        hiddenFields: { reason: '', html: '' },
        label: save.button,
        style: 'quiet',
      })}
    </section>`,
  )
}
