import { html } from '../html.ts'
import { formatBytes } from '../../queue/items/quota.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { attributes } from '../parts/attributes.ts'
import { textField } from '../parts/field.ts'
import { formTokenField } from '../parts/form-token.ts'
import { relativeTime } from '../parts/instant.ts'
import { noticeArea, noticeBox } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'
import { badges } from './accounts-page.ts'
import { reauthenticateFirstNote } from './reauthenticate-first.ts'
import type { AccountRow } from './view.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.service.account
const PATH = '/account/service/accounts'

export type ManagedAccountView = {
  person: Person
  now: number
  notice?: Notice | undefined
  isRecentlyAuthenticated: boolean
  account: AccountRow
}

/** The owner's page of an account: its details, and forms that disable, delete or hand over. */
export function managedAccountPage(view: ManagedAccountView): Fragment {
  const { person, now, notice, isRecentlyAuthenticated, account } = view
  const { email, createdAt, lastSeenAt, usage, disabledAt, isOwner } = account
  return layout(
    { title: email, person, current: 'account' },
    html`${noticeArea(noticeBox(notice))}
      <div class="account-page">
        <header>
          <p class="back-link"><a href="${PATH}">${messages.back}</a></p>
          <h1><bdi>${email}</bdi></h1>
          <p>${badges(account)}</p>
          <dl class="account-facts">
            ${detail(messages.labels.created, relativeTime(createdAt, now))}
            ${detail(
              messages.labels.seen,
              lastSeenAt === null ? allMessages.service.accounts.never : relativeTime(lastSeenAt, now),
            )}
            ${detail(messages.labels.items, allMessages.formats.count(usage.items))}
            ${detail(messages.labels.used, formatBytes(usage.bytes, allMessages.formats))}
            ${detail(
              messages.labels.state,
              disabledAt === null ? messages.active : messages.disabledSince(relativeTime(disabledAt, now)),
            )}
          </dl>
        </header>
        ${isOwner ? ownAccount() : isRecentlyAuthenticated ? decisions(view) : reauthenticateFirstNote(`${PATH}/${account.id}`)}
      </div>`,
  )
}

const ownAccount = (): Fragment =>
  html`<p>${messages.isOwnAccount} <a href="/account">${messages.goToOwnAccount}</a></p>`

function detail(name: string, value: Fragment | string): Fragment {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function decisions(view: ManagedAccountView): Fragment {
  const { disabledAt } = view.account
  return disabledAt === null
    ? html`${buttonForm(view, 'disable')} ${typedConfirmationForm(view, 'owner')}
      ${typedConfirmationForm(view, 'deletion')}`
    : html`${buttonForm(view, 'enable')} ${typedConfirmationForm(view, 'deletion')}`
}

function buttonForm({ person, account }: ManagedAccountView, name: 'disable' | 'enable'): Fragment {
  const { heading, text, button } = messages[name]
  return html`<section aria-labelledby="${name}-heading">
    <h2 id="${name}-heading">${heading}</h2>
    <p>${text}</p>
    <form method="post" action="${PATH}/${account.id}/${name}">
      ${formTokenField(person.formToken)}
      <button class="button ${name === 'disable' ? 'danger' : 'quiet'}">${button}</button>
    </form>
  </section>`
}

/** A form for what the owner can't undo: it asks for the account's email address. */
function typedConfirmationForm(
  { person, account, notice }: ManagedAccountView,
  name: 'owner' | 'deletion',
): Fragment {
  const { heading, text, open, button } = messages[name]
  const form = name === 'owner' ? 'owner' : 'delete'
  const isWrong = notice?.values?.form === form
  return html`<section aria-labelledby="${form}-heading">
    <h2 id="${form}-heading">${heading}</h2>
    <p>${text}</p>
    <details${attributes({ open: isWrong || undefined })}>
      <summary>${open}</summary>
      <form class="account-form" method="post" action="${PATH}/${account.id}/${form}">
        ${formTokenField(person.formToken)}
        ${textField({
          id: `${form}-email`,
          name: 'email',
          label: messages.typedEmail,
          type: 'email',
          autocomplete: 'off',
          isWrong,
        })}
        <button class="button danger">${button}</button>
      </form>
    </details>
  </section>`
}
