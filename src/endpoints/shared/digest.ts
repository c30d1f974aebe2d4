import { DAY } from '../../ports/clock.ts'
import { type Digest, readDigest } from '../../queue/history/activity.ts'
import { dayOf } from '../../queue/history/day.ts'
import type { Services } from '../../services.ts'
import type { AccountId } from '../../ids.ts'

/** What agents did in an account since the start of yesterday, in UTC. */
export function digestSinceYesterday({ db, clock }: Services, accountId: AccountId): Promise<Digest> {
  return readDigest(db, accountId, dayOf(clock.now()) - DAY)
}
