import { MINUTE } from '../ports/clock.ts'

/** Sign-ups from one network, including those refused for a taken address, so that nobody can list the accounts. */
export const SIGN_UP_LIMIT = { max: 30, window: 15 * MINUTE }
