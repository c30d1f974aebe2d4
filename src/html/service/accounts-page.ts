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
  /** What the addresses contain that are listed; empty for all. */
  part: string
  accounts: AccountRow[]
  /** Behind which account the next page begins. */
  next: string | undefined
}

/** A page of the accounts, each leading to what the owner can do about it. */
export function accountsPage({ person, now, notice, part, accounts, next }: AccountsView): Fragment {
  return layout(
    { title: words.title, person, current: 'account' },
    html`${noticeBox(notice)}
      <div class="account-page">
        <header>
          <p><a href="/account/service">${allWords.service.back}</a></p>
          <h1>${words.title}</h1>
          <form class="find" method="get" action="${PATH}" role="search">
            <label class="unseen" for="find">${words.search}</label>
            <input${attributes({ id: 'find', name: 'q', type: 'search', value: part, placeholder: words.search, maxlength: 254 })} />
            <button class="button quiet">${words.find}</button>
            ${part !== '' && html`<a href="${PATH}">${words.clear}</a>`}
          </form>
        </header>
        ${
          accounts.length === 0
            ? html`<p>${words.none}</p>`
            : html`<ul class="rows">
                ${accounts.map((account) => row(account, now))}
              </ul>`
        }
        ${next !== undefined && html`<p><a class="button quiet" href="${pageBehind(next, part)}">${words.next}</a></p>`}
      </div>`,
  )
}

function row(account: AccountRow, now: number): Fragment {
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

/** What stands out about an account. */
export function badges({ isOwner, disabledAt }: AccountRow): Fragment {
  return html`${isOwner && html`<span class="badge">${words.owner}</span>`}
  ${disabledAt !== null && html`<span class="badge danger">${words.disabled}</span>`}`
}

function pageBehind(after: string, part: string): string {
  return `${PATH}?${new URLSearchParams({ ...(part && { q: part }), after })}`
}
