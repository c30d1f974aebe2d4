import type { Handler } from 'hono'
import { deleteAccountById } from '../../accounts/delete-account.ts'
import { disableAccount, enableAccount } from '../../accounts/disabled.ts'
import { findListedAccount, type ListedAccount } from '../../accounts/list-accounts.ts'
import { transferOwnership } from '../../accounts/owner.ts'
import { Failure, invalidField } from '../../failure.ts'
import { allMessages } from '../../html/messages/messages.ts'
import { textOf } from '../../http/form.ts'
import { resumeWork } from '../../queue/maintenance/suspended-jobs.ts'
import type { Services } from '../../services.ts'
import { accountIdOf } from './accounts.ts'
import { ACCOUNTS_PATH, ownerForm } from './owner-page.ts'

const messages = allMessages.service.account

type AccountChange = {
  name: string
  /** Whether the owner has to type the account's email to confirm. */
  needsTypedEmail?: boolean
  work(account: ListedAccount): Promise<{ text: string; path?: string }>
}

/** `POST` of `…/disable`: all access ends at once. */
export function disableAccountHandler(services: Services): Handler {
  const { db, clock } = services
  return accountChange(services, {
    name: 'disable',
    async work({ id, email }) {
      await db.transaction((tx) => disableAccount(tx, id, clock.now()))
      return { text: messages.disabled(email) }
    },
  })
}

/** `POST` of `…/enable`. */
export function enableAccountHandler(services: Services): Handler {
  return accountChange(services, {
    name: 'enable',
    async work({ id, email }) {
      await services.db.transaction(async (tx) => {
        await enableAccount(tx, id)
        await resumeWork(tx, id)
      })
      return { text: messages.enabled(email) }
    },
  })
}

/** `POST` of `…/owner`: makes that account the owner. */
export function transferOwnershipHandler(services: Services): Handler {
  return accountChange(services, {
    name: 'owner',
    needsTypedEmail: true,
    async work({ id, email }) {
      await services.db.transaction((tx) => transferOwnership(tx, id))
      return { text: messages.ownershipTransferred(email), path: '/account' }
    },
  })
}

/** `POST` of `…/delete`: deletes the account for good. */
export function deleteManagedAccountHandler(services: Services): Handler {
  return accountChange(services, {
    name: 'delete',
    needsTypedEmail: true,
    async work({ id, email }) {
      await deleteAccountById(services.db, id)
      return { text: messages.deleted(email), path: ACCOUNTS_PATH }
    },
  })
}

/** Changes another account; the owner's own is changed on the account page. */
function accountChange(
  services: Services,
  { name, needsTypedEmail: isTyped = false, work }: AccountChange,
): Handler {
  return ownerForm(services, {
    page: (c) => `${ACCOUNTS_PATH}/${encodeURIComponent(accountIdOf(c))}`,
    name,
    async work(form, { session }, c) {
      const account = await findListedAccount(services.db, accountIdOf(c))
      if (!account) throw new Failure('not_found', 'This account no longer exists.')
      if (account.id === session.accountId)
        throw new Failure('conflict', 'This is your own account. Change it in your settings.')
      if (isTyped && textOf(form, 'email').trim().toLowerCase() !== account.email)
        throw invalidField('email', 'Type the account’s email address to confirm.')
      return work(account)
    },
  })
}
