import { DAY } from '../../ports/clock.ts'

/** The beginning of an instant's day, in UTC. */
export function dayOf(at: number): number {
  return Math.floor(at / DAY) * DAY
}
