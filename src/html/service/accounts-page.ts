import { html } from '../html.ts'
import { formatBytes } from '../../queue/items/quota.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { attributes } from '../parts/attributes.ts'
import { relativeTime } from '../parts/instant.ts'
import { noticeArea, noticeBox } from '../parts/notice.ts'
import { allMessages } from '../messages/messages.ts'
import type { AccountRow } from './view.ts'
import type { Notice } from '../../text/notice.ts'

const messages = allMessages.service.accounts
const PATH = '/account/service/accounts'

export type AccountsView = {
  person: Person
  now: number
  notice?: Notice | undefined
  /** Part of the email addresses to list; empty for all. */
  searchText: string
  accounts: AccountRow[]
  /** The id of the account before the next page. */
  next: string | undefined
}

/** A page of the accounts, each with a link to its own page. */
export function accountsPage({
  person,
  now,
  notice,
  searchText: part,
  accounts,
  next,
}: AccountsView): Fragment {
  return layout(
    { title: messages.title, person, current: 'account' },
    html`${noticeArea(noticeBox(notice))}
      <div class="account-page">
        <header>
          <p class="back-link"><a href="/account/service">${allMessages.service.back}</a></p>
          <h1>${messages.title}</h1>
          <form class="find" method="get" action="${PATH}" role="search">
            <label class="visually-hidden" for="find">${messages.search}</label>
            <input${attributes({ id: 'find', name: 'q', type: 'search', value: part, placeholder: messages.search, maxlength: 254 })} />
            <button class="button quiet">${messages.find}</button>
            ${part !== '' && html`<a href="${PATH}">${messages.clear}</a>`}
          </form>
        </header>
        ${
          accounts.length === 0
            ? html`<p>${messages.none}</p>`
            : html`<ul class="rows">
                ${accounts.map((account) => accountRow(account, now))}
              </ul>`
        }
        ${next !== undefined && html`<p><a class="button quiet" href="${nextPagePath(next, part)}">${messages.next}</a></p>`}
      </div>`,
  )
}

function accountRow(account: AccountRow, now: number): Fragment {
  const { id, email, createdAt, lastSeenAt, usage } = account
  return html`<li>
    <div>
      <a class="name" href="${PATH}/${id}"><bdi>${email}</bdi></a> ${badges(account)}
      <p class="hint">
        ${messages.created(relativeTime(createdAt, now))} ·
        ${lastSeenAt === null ? messages.never : messages.seen(relativeTime(lastSeenAt, now))} ·
        ${messages.items(allMessages.formats.count(usage.items), usage.items === 1)} ·
        ${formatBytes(usage.bytes, allMessages.formats)}
      </p>
    </div>
  </li>`
}

export function badges({ isOwner, disabledAt }: AccountRow): Fragment {
  return html`${isOwner && html`<span class="badge">${messages.owner}</span>`}
  ${disabledAt !== null && html`<span class="badge danger">${messages.disabled}</span>`}`
}

function nextPagePath(after: string, part: string): string {
  return `${PATH}?${new URLSearchParams({ ...(part && { q: part }), after })}`
}
