import type { Notice } from '../../text/notice.ts'
import type { ConnectView } from '../connect/connect-view.ts'
import type { Person } from '../parts/person.ts'

export const WELCOME_PATH = '/welcome'

/** The page of a step, as far as the person has come. */
export const welcomeStepPath = (step: number): string => `${WELCOME_PATH}?step=${step}`

export type WelcomeView = {
  person: Person
  /** The shown step; 1 is the first. */
  step: number
  /** How many links the person has saved. */
  savedCount: number
  /** The browsers for which this service has a build of the extension. */
  builds: string[]
  connect: ConnectView
  notice?: Notice | undefined
}
