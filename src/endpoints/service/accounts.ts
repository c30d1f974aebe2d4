import type { Context, Handler } from 'hono'
import { findListedAccount, latest, listAccounts, type ListedAccount } from '../../accounts/list-accounts.ts'
import { findOwner } from '../../accounts/owner.ts'
import { isRecentlyAuthenticated } from '../../accounts/sessions.ts'
import { Failure } from '../../failure.ts'
import { accountsPage } from '../../html/service/accounts-page.ts'
import { managedAccountPage } from '../../html/service/managed-account-page.ts'
import type { AccountRow } from '../../html/service/view.ts'
import { readFlash } from '../../http/flash.ts'
import { readQuery } from '../../http/read-input.ts'
import { personOf } from '../../http/visitor.ts'
import { readLastUses } from '../../oauth/grants.ts'
import { readUsage } from '../../queue/items/quota.ts'
import type { Services } from '../../services.ts'
import { htmlResponse } from '../shared/html-response.ts'
import { ownerPage } from './owner-page.ts'

const MAX_PART_LENGTH = 254

/** `GET /account/service/accounts`: a page of the accounts, newest first. */
export function showAccounts(services: Services): Handler {
  const { db, clock } = services
  return ownerPage(services, async (c, visitor) => {
    const query = readQuery(c.req.raw)
    const part = (query['q'] ?? '').trim().toLowerCase().slice(0, MAX_PART_LENGTH)
    const { accounts, next } = await listAccounts(db, { emailPart: part, after: query['after'] })
    const content = accountsPage({
      person: personOf(visitor),
      now: clock.now(),
      notice: readFlash(services, visitor.formToken, query),
      searchText: part,
      accounts: await rowsOf(services, accounts),
      next,
    })
    return htmlResponse(c, content)
  })
}

/** `GET /account/service/accounts/{id}`. */
export function showOwnedAccount(services: Services): Handler {
  const { db, clock } = services
  return ownerPage(services, async (c, visitor) => {
    const now = clock.now()
    const found = await findListedAccount(db, accountIdOf(c))
    if (!found) throw new Failure('not_found', 'This account no longer exists.')
    const [account] = await rowsOf(services, [found])
    const content = managedAccountPage({
      person: personOf(visitor),
      now,
      notice: readFlash(services, visitor.formToken, readQuery(c.req.raw)),
      isRecentlyAuthenticated: isRecentlyAuthenticated(visitor.session, now),
      account: account!,
    })
    return htmlResponse(c, content)
  })
}

export function accountIdOf(c: Context): string {
  return c.req.param('id') ?? ''
}

async function rowsOf({ db }: Services, accounts: ListedAccount[]): Promise<AccountRow[]> {
  const ids = accounts.map(({ id }) => id)
  const [owner, usages, uses] = [await findOwner(db), await readUsage(db, ids), await readLastUses(db, ids)]
  return accounts.map((account) => ({
    ...account,
    isOwner: account.id === owner,
    usage: usages.get(account.id) ?? { bytes: 0, items: 0 },
    lastSeenAt: latest(account.lastSeenAt, uses.get(account.id)),
  }))
}
