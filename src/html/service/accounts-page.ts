import { html } from 'hono/html'
import { sizeInWords } from '../../queue/items/quota.ts'
import type { Fragment } from '../fragment.ts'
import { layout } from '../shell/layout.ts'
import type { Person } from '../parts/person.ts'
import { attributes } from '../parts/attributes.ts'
import { instant } from '../parts/instant.ts'
import { type Notice, noticeBox } from '../parts/notice.ts'
import { allWords } from '../words/words.ts'
import type { AccountRow } from './view.ts'

const words = allWords.service.accounts
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
    { title: words.title, person, current: 'account' },
    html`${noticeBox(notice)}
      <div class="account-page">
        <header>
          <p><a href="/account/service">${allWords.service.back}</a></p>
          <h1>${words.title}</h1>
          <form class="find" method="get" action="${PATH}" role="search">
            <label class="visually-hidden" for="find">${words.search}</label>
            <input${attributes({ id: 'find', name: 'q', type: 'search', value: part, placeholder: words.search, maxlength: 254 })} />
            <button class="button quiet">${words.find}</button>
            ${part !== '' && html`<a href="${PATH}">${words.clear}</a>`}
          </form>
        </header>
        ${
          accounts.length === 0
            ? html`<p>${words.none}</p>`
            : html`<ul class="rows">
                ${accounts.map((account) => accountRow(account, now))}
              </ul>`
        }
        ${next !== undefined && html`<p><a class="button quiet" href="${nextPagePath(next, part)}">${words.next}</a></p>`}
      </div>`,
  )
}

function accountRow(account: AccountRow, now: number): Fragment {
  const { id, email, createdAt, lastSeenAt, usage } = account
  return html`<li>
    <div>
      <a class="name" href="${PATH}/${id}"><bdi>${email}</bdi></a> ${badges(account)}
      <p class="hint">
        ${words.created(instant(createdAt, now))} ·
        ${lastSeenAt === null ? words.never : words.seen(instant(lastSeenAt, now))} ·
        ${words.items(allWords.formats.count(usage.items), usage.items === 1)} · ${sizeInWords(usage.bytes)}
      </p>
    </div>
  </li>`
}

export function badges({ isOwner, disabledAt }: AccountRow): Fragment {
  return html`${isOwner && html`<span class="badge">${words.owner}</span>`}
  ${disabledAt !== null && html`<span class="badge danger">${words.disabled}</span>`}`
}

function nextPagePath(after: string, part: string): string {
  return `${PATH}?${new URLSearchParams({ ...(part && { q: part }), after })}`
}
