import type { SignInRecord } from '../../accounts/sign-ins.ts'
import type { Quota, Usage } from '../../queue/items/quota.ts'
import type { Person } from '../parts/person.ts'
import type { Notice } from '../parts/notice.ts'

/** A way to sign in that a device or password manager keeps. */
export type PasskeyView = { id: string; name: string; createdAt: number; lastUsedAt: number | null }

/** The provider that people may sign in with; the instant where this account is connected. */
export type ConnectionView = { name: string; connectedAt: number | undefined; lastUsedAt: number | null }

/** A browser that is signed in; its id is good for ending it and nothing else. */
export type SessionView = {
  id: string
  browser: string
  signedInAt: number
  lastUsedAt: number
  isThisOne: boolean
}

/** Codes of an authenticator app: since when they are asked for, if they are. */
export type TotpView = { since: number | undefined; codesLeft: number }

/** All that the account page shows. */
export type AccountView = {
  person: Person
  now: number
  notice?: Notice | undefined
  /** Whether the person signed in a few minutes ago, so that nothing has to be confirmed. */
  isFresh: boolean
  hasPassword: boolean
  isPasswordOn: boolean
  /** Undefined where browsers offer none for this address. */
  passkeys: PasskeyView[] | undefined
  /** Undefined where no provider is configured. */
  connection: ConnectionView | undefined
  totp: TotpView
  sessions: SessionView[]
  /** Newest first. */
  signIns: SignInRecord[]
  usage: Usage
  quota: Quota
  /** Whether this person decides about the service. */
  isOwner: boolean
}
