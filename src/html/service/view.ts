import type { Usage } from '../../queue/items/quota.ts'
import type { ServiceExtraction } from '../../settings/service-extractions.ts'
import type { Person } from '../parts/person.ts'
import type { Notice } from '../../text/notice.ts'

/** An account in the owner's list. */
export type AccountRow = {
  id: string
  email: string
  createdAt: number
  disabledAt: number | null
  lastSeenAt: number | null
  usage: Usage
  isOwner: boolean
}

/** A setting, and whether the environment fixes it. */
type SettingView<Value> = { value: Value; isFixed: boolean }

export type ServiceView = {
  person: Person
  now: number
  notice?: Notice | undefined
  /** Whether settings may be changed without confirming who you are. */
  isRecentlyAuthenticated: boolean
  baseUrl: string
  accountCount: number
  invitations: { id: string; note: string; createdAt: number; expiresAt: number }[]
  signUp: SettingView<'open' | 'first' | 'closed'>
  callbacks: SettingView<string[]>
  /** How the pages of some sites are read for everybody, by site. */
  extractions: ServiceExtraction[]
}
