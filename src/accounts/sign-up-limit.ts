import { MINUTE } from '../ports/clock.ts'

/** Sign-ups of one network, made or refused because the address is taken, which would list who is here. */
export const SIGN_UP_LIMIT = { max: 30, window: 15 * MINUTE }
