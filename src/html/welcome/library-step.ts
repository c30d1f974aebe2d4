import { saveLink } from '../../queue/actions/save-link.ts'
import { saveLinks } from '../../queue/actions/save-links.ts'
import { actionForm } from '../actions/action-form.ts'
import { fieldTitle } from '../actions/action-title.ts'
import type { Fragment } from '../fragment.ts'
import { guideOffer } from '../guide/guide-page.ts'
import { html } from '../html.ts'
import { allMessages } from '../messages/messages.ts'
import { type WelcomeView, welcomeStepPath } from './welcome-view.ts'

const messages = allMessages.welcome.library

const ONLY_LINKS = { title: '', tags: '', note: '', reason: '', html: '' }

/** Saves the links of another app or of open tabs. */
export function libraryStep({ person, step, notice, savedCount }: WelcomeView): Fragment {
  return html`${savedCount > 0 && html`<p class="done"><span aria-hidden="true">✓</span> ${messages.saved(allMessages.formats.count(savedCount), savedCount)}</p>`}
    ${actionForm(saveLink, {
      formToken: person.formToken,
      returnTo: welcomeStepPath(step),
      notice,
      idPrefix: 'welcome',
      labels: { url: fieldTitle(saveLinks, 'links') },
      placeholders: { url: messages.placeholder },
      hiddenFields: ONLY_LINKS,
      style: savedCount > 0 ? 'quiet' : 'main',
      label: messages.button,
    })}
    <p class="hint">${messages.hint}</p>
    <a class="tile icon-download" href="/import"
      ><span><strong>${messages.import}</strong> <small>${messages.importText}</small></span></a
    >
    ${savedCount === 0 && guideOffer(person.formToken)}`
}
