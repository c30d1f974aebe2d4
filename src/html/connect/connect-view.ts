import type { Notice } from '../../text/notice.ts'
import type { Person } from '../parts/person.ts'
import type { App } from './apps.ts'
import type { Reachability } from './app-support.ts'
import type { ConnectedAgent } from './waiting.ts'

export type ConnectView = Reachability & {
  person?: Person | undefined
  /** The port that the service listens on. */
  port: number
  /** Whether the visitor owns the service, and so can allow callbacks. */
  isOwner: boolean
  notice?: Notice | undefined
  /** The chosen app. */
  app?: App | undefined
  /** When the person began to wait for it, in milliseconds. */
  waitingSince: number
  /** The newest agent that was approved since then. */
  connected?: ConnectedAgent | undefined
}
