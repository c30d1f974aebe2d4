import { html } from 'hono/html'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import { noticeBox } from '../parts/notice.ts'
import { confirmFirstNote } from './confirm-first.ts'
import { invitationSection } from './invitations.ts'
import { callbackSection, signUpSection } from './settings.ts'
import type { ServiceView } from './view.ts'
import { allWords } from '../words/words.ts'

const words = allWords.service

/** The owner's page: invitations, settings, and links to accounts and health. */
export function servicePage(view: ServiceView): Fragment {
  const { person, notice, isRecentlyAuthenticated: isFresh, baseUrl } = view
  return layout(
    { title: words.title, person, current: 'account' },
    html`${noticeBox(notice)}
      <div class="account-page">
        <header>
          <p><a href="/account">${allWords.account.back}</a></p>
          <h1>${words.title}</h1>
          <p class="lead">${words.lead(html`<code>${baseUrl}</code>`)}</p>
        </header>
        ${!isFresh && confirmFirstNote('/account/service')} ${accountSection(view)} ${invitationSection(view)}
        ${signUpSection(view)} ${callbackSection(view)} ${healthSection}
      </div>`,
  )
}

function accountSection({ accountCount }: ServiceView): Fragment {
  return html`<section aria-labelledby="accounts-heading">
    <h2 id="accounts-heading">${words.accounts.title}</h2>
    <p>${words.accounts.count(allWords.formats.count(accountCount), accountCount === 1)}</p>
    <p><a class="button quiet" href="/account/service/accounts">${words.accounts.all}</a></p>
  </section>`
}

const healthSection = html`<section aria-labelledby="health-heading">
  <h2 id="health-heading">${words.health.title}</h2>
  <p>${words.health.text}</p>
  <p><a class="button quiet" href="/account/service/health">${words.health.check}</a></p>
</section>`
