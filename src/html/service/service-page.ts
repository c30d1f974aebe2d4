import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { noticeArea, noticeBox } from '../parts/notice.ts'
import { reauthenticateFirstNote } from './reauthenticate-first.ts'
import { invitationSection } from './invitations.ts'
import { serviceExtractionSection } from './extractions.ts'
import { callbackSection, signUpSection } from './settings.ts'
import type { ServiceView } from './view.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.service

/** The owner's page: invitations, settings, and links to accounts and health. */
export function servicePage(view: ServiceView): Fragment {
  const { person, notice, isRecentlyAuthenticated, baseUrl } = view
  return layout(
    { title: messages.title, person, current: 'account' },
    html`${noticeArea(noticeBox(notice))}
      <div class="account-page">
        <header>
          <p class="back-link"><a href="/account">${allMessages.account.back}</a></p>
          <h1>${messages.title}</h1>
          <p class="lead">${messages.lead(html`<code>${baseUrl}</code>`)}</p>
        </header>
        ${!isRecentlyAuthenticated && reauthenticateFirstNote('/account/service')} ${accountSection(view)}
        ${invitationSection(view)} ${signUpSection(view)} ${callbackSection(view)}
        ${serviceExtractionSection(view)} ${healthSection()}
      </div>`,
  )
}

function accountSection({ accountCount }: ServiceView): Fragment {
  return html`<section aria-labelledby="accounts-heading">
    <h2 id="accounts-heading">${messages.accounts.title}</h2>
    <p>${messages.accounts.count(allMessages.formats.count(accountCount), accountCount === 1)}</p>
    <p><a class="button quiet" href="/account/service/accounts">${messages.accounts.all}</a></p>
  </section>`
}

const healthSection = (): Fragment =>
  html`<section aria-labelledby="health-heading">
    <h2 id="health-heading">${messages.health.title}</h2>
    <p>${messages.health.text}</p>
    <p><a class="button quiet" href="/account/service/health">${messages.health.check}</a></p>
  </section>`
