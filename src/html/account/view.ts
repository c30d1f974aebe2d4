import type { SignInAttempt } from '../../accounts/sign-in-attempts.ts'
import type { SiteExtraction } from '../../queue/content/site-extractions.ts'
import type { Quota, Usage } from '../../queue/items/quota.ts'
import type { Person } from '../parts/person.ts'
import type { Notice } from '../../text/notice.ts'

export type PasskeyView = { id: string; name: string; createdAt: number; lastUsedAt: number | null }

/** The configured identity provider; `linkedAt` is undefined while the account is not linked to it. */
export type LinkedIdentityView = { name: string; linkedAt: number | undefined; lastUsedAt: number | null }

/** A browser that is signed in; its id can only end the session. */
export type SessionView = {
  id: string
  userAgent: string
  signedInAt: number
  lastUsedAt: number
  isCurrent: boolean
}

/** Two-step sign-in; `since` is undefined while it is off. */
export type TotpView = { since: number | undefined; recoveryCodesLeft: number }

export type AccountView = {
  person: Person
  now: number
  notice?: Notice | undefined
  /** Whether credentials may be changed without confirming who you are. */
  isRecentlyAuthenticated: boolean
  hasPassword: boolean
  isPasswordEnabled: boolean
  /** Undefined where the service's address allows no passkeys. */
  passkeys: PasskeyView[] | undefined
  /** Undefined if no provider is configured. */
  linkedIdentity: LinkedIdentityView | undefined
  totp: TotpView
  sessions: SessionView[]
  /** Newest first. */
  signIns: SignInAttempt[]
  /** Whether an export of this person runs. */
  isExporting: boolean
  usage: Usage
  quota: Quota
  /** How the pages of some sites are read, by site. */
  extractions: SiteExtraction[]
  /** Whether this person owns the service. */
  isOwner: boolean
}
