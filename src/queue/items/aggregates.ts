import { type Connection, placeholders, type Value } from '../../database/database.ts'
import { DAY } from '../../ports/clock.ts'
import type { Item } from '../model/item.ts'
import { stateOf } from '../model/states.ts'

/** What items are added up by: each kind has a name for each of its sums, `person` and `unread` one without. */
export type AggregateKind = 'site' | 'saver' | 'person' | 'saved' | 'read' | 'unread'

/** Items that are not removed, added up; `seconds` are those of their instants of saving. */
export type Sums = { items: number; read: number; minutes: number; measured: number; seconds: number }

export type Aggregate = Sums & { kind: AggregateKind; name: string }

/** What a change does to the sums, by kind and name. */
export type AggregateDeltas = Map<string, Aggregate>

const WEEK = 7 * DAY
/** The first Monday of 1970. */
const FIRST_MONDAY = 4 * DAY

/** The number of an instant's week, which begins on Monday, 0:00 UTC. */
export function weekOf(instant: number): number {
  return Math.floor((instant - FIRST_MONDAY) / WEEK)
}

/** The instant at which a week begins. */
export function startOfWeek(week: number): number {
  return FIRST_MONDAY + week * WEEK
}

/** Adds to `steps` what one item's change does to the sums; null where it was not there, or is not any more. */
export function addToAggregates(steps: AggregateDeltas, before: Item | null, after: Item | null): void {
  for (const [item, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    if (item === null || item.removedAt !== null) continue
    for (const [kind, name] of namesOf(item)) {
      const key = `${kind} ${name}`
      const step = steps.get(key) ?? { kind, name, items: 0, read: 0, minutes: 0, measured: 0, seconds: 0 }
      steps.set(key, {
        ...step,
        items: step.items + sign,
        read: step.read + sign * Number(item.readAt !== null),
        minutes: step.minutes + sign * (item.readingMinutes ?? 0),
        measured: step.measured + sign * Number(item.readingMinutes !== null),
        seconds: step.seconds + sign * Math.floor(item.savedAt / 1000),
      })
    }
  }
}

function namesOf(item: Item): [AggregateKind, string][] {
  const names: [AggregateKind, string][] = [
    ['site', item.site],
    item.savedBy ? ['saver', item.savedBy.name] : ['person', ''],
    ['saved', String(weekOf(item.savedAt))],
  ]
  if (item.readAt !== null) names.push(['read', String(weekOf(item.readAt))])
  if (stateOf(item) === 'unread') names.push(['unread', ''])
  return names
}

const SUMS = ['items', 'read', 'minutes', 'measured', 'seconds'] as const satisfies (keyof Sums)[]

/** Brings the kept sums forward; those of nothing are forgotten. */
export async function saveAggregates(
  tx: Connection,
  accountId: string,
  steps: AggregateDeltas,
): Promise<void> {
  const changed = [...steps.values()].filter((step) => SUMS.some((name) => step[name] !== 0))
  if (changed.length === 0) return
  await tx.run(
    `INSERT INTO tallies (account_id, kind, name, ${SUMS.join(', ')})
     VALUES ${changed.map(() => `(${placeholders(SUMS.length + 3)})`).join(', ')}
     ON CONFLICT (account_id, kind, name) DO UPDATE SET
       ${SUMS.map((name) => `${name} = tallies.${name} + excluded.${name}`).join(', ')}`,
    ...changed.flatMap(({ kind, name, ...sums }): Value[] => [
      accountId,
      kind,
      name,
      ...SUMS.map((sum) => sums[sum]),
    ]),
  )
  const fewer = changed.filter(({ items }) => items < 0)
  if (fewer.length === 0) return
  await tx.run(
    `DELETE FROM tallies WHERE account_id = ? AND items = 0 AND (kind, name) IN (VALUES ${fewer.map(() => '(?, ?)').join(', ')})`,
    accountId,
    ...fewer.flatMap(({ kind, name }) => [kind, name]),
  )
}

/** The sums of these names of one kind; those of nothing are missing. */
export function readAggregates(
  db: Connection,
  accountId: string,
  kind: AggregateKind,
  names: string[],
): Promise<Aggregate[]> {
  return db.rows<Aggregate>(
    `SELECT kind, name, ${SUMS.join(', ')} FROM tallies
     WHERE account_id = ? AND kind = ? AND name IN (${placeholders(names.length)})`,
    accountId,
    kind,
    ...names,
  )
}

/** The names of one kind that have most items, in the order of their names where they are even. */
export function readLargest(
  db: Connection,
  accountId: string,
  kind: AggregateKind,
  limit: number,
): Promise<Aggregate[]> {
  return db.rows<Aggregate>(
    `SELECT kind, name, ${SUMS.join(', ')} FROM tallies
     WHERE account_id = ? AND kind = ? ORDER BY items DESC, name LIMIT ?`,
    accountId,
    kind,
    limit,
  )
}
