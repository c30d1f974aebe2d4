import type { Connection, Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Clock } from '../ports/clock.ts'
import { enqueueJob, PRIORITIES, RUN_IMPORT } from '../queue/items/item-jobs.ts'
import { lockQueue } from '../queue/items/queue-state.ts'
import { requireImport, type Import, type ImportOptions, type ImportState } from './import.ts'
import type { AccountId } from '../ids.ts'

type Services = { db: Database; clock: Clock }
type Key = { accountId: AccountId; id: string }

/** The transitions of an import that a person can choose in each state. */
const TRANSITIONS = {
  start: { from: ['ready'], to: 'running' },
  pause: { from: ['running'], to: 'paused' },
  resume: { from: ['paused'], to: 'running' },
  cancel: { from: ['reading', 'interrupted', 'ready', 'running', 'paused'], to: 'cancelled' },
  undo: { from: ['done', 'cancelled', 'paused'], to: 'undoing' },
} as const satisfies Record<string, { from: readonly ImportState[]; to: ImportState }>

export type ImportTransition = keyof typeof TRANSITIONS
export const TRANSITION_NAMES = Object.keys(TRANSITIONS) as ImportTransition[]

/** The transitions that an import offers now. */
export function offeredTransitions({
  state,
  act,
  source,
}: Pick<Import, 'state' | 'act' | 'source'>): ImportTransition[] {
  // An uploaded file is read within moments, so there is nothing to choose.
  if (state === 'reading' && source === null) return []
  return TRANSITION_NAMES.filter(
    (transition) => includes(TRANSITIONS[transition].from, state) && (transition !== 'undo' || act !== null),
  )
}

function includes(states: readonly ImportState[], state: ImportState): boolean {
  return states.includes(state)
}

/**
 * Moves an import to another state, and enqueues the job that does its work. `start` takes the choices that the person made. Throws
 * `not_found`, and `not_offered` where its state has no such transition.
 */
export async function controlImport(
  { db, clock }: Services,
  { accountId, id }: Key,
  { transition, options }: { transition: ImportTransition; options?: ImportOptions | undefined },
): Promise<void> {
  await db.transaction(async (tx) => {
    // A batch of the import may be running; it sees the new state when it is done.
    await lockQueue(tx, accountId)
    const found = await requireImport(tx, accountId, id)
    if (!offeredTransitions(found).includes(transition)) {
      throw new Failure(
        'not_offered',
        'This import has moved on meanwhile. Open it again to see what it offers.',
      )
    }
    const { to } = TRANSITIONS[transition]
    const now = clock.now()
    const changed = await tx.run(
      `UPDATE imports SET state = ?, options = ?, position = ?, message = NULL, ended_at = ? WHERE account_id = ? AND id = ? AND state = ?`,
      to,
      JSON.stringify(options ?? found.options),
      transition === 'undo' ? Number.MAX_SAFE_INTEGER : found.position,
      to === 'cancelled' ? now : null,
      accountId,
      id,
      found.state,
    )
    if (changed === 0)
      throw new Failure(
        'changed_meanwhile',
        'Somebody else changed this import at the same moment. Try again.',
      )
    if (to !== 'paused') await enqueueImport(tx, { accountId, id }, now)
  })
}

function enqueueImport(tx: Connection, { accountId, id }: Key, now: number): Promise<void> {
  return enqueueJob(tx, accountId, {
    kind: RUN_IMPORT,
    subject: id,
    priority: PRIORITIES.bulk,
    dueAt: now,
    site: null,
  })
}
