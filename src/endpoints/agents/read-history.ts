import type { HistoryFilter } from '../../html/history/filter-menus.ts'
import { historyPath, recordedActions } from '../../html/history/filter-menus.ts'
import type { HistoryRow } from '../../html/history/change-list-item.ts'
import type { Change } from '../../queue/history/change.ts'
import { itemsOf } from '../../queue/lists/items.ts'
import { type ActSize, sizesOfActs } from '../../queue/history/count-acts.ts'
import { isReadingProgress } from '../../queue/history/reading-progress.ts'
import { readChangesPage, type ChangesPage, type ChangesFilter } from '../../queue/history/changes-page.ts'
import { findUndoneActs } from '../../queue/history/undone-acts.ts'
import { planUndos } from '../../queue/undo/undo.ts'
import type { Services } from '../../services.ts'
import type { AccountId } from '../../ids.ts'

const CHANGES_PER_PAGE = 50

/** A page of a history with the URLs of its neighbours. */
export type ShownHistory = {
  rows: HistoryRow[]
  older: string | undefined
  newest: string | undefined
  returnTo: string
  actSizes: Map<number, ActSize[]> | undefined
}

type HistoryRequest = {
  path: string
  filter: HistoryFilter
  changesFilter: ChangesFilter
  below: number | undefined
  /** Ends the page at the first change older than the start. */
  isBeforeStart?: (at: number) => boolean
}

/** Reads a page of a history with its items and undo plans, in five statements, or six where it has undos. */
export async function readHistory(
  services: Services,
  accountId: AccountId,
  { path, filter, changesFilter, below, isBeforeStart = () => false }: HistoryRequest,
): Promise<ShownHistory> {
  const { db, clock } = services
  const page = await readChangesPage(db, accountId, { filter: changesFilter, limit: CHANGES_PER_PAGE, below })
  const { changes, next } = cutAtStart(page, isBeforeStart)
  const plans = await planUndos(db, accountId, { changes, now: clock.now() })
  const ids = changes.flatMap(({ itemId, afterReading }) => [itemId, ...(afterReading ? [afterReading] : [])])
  const items = await itemsOf(db, accountId).findAll([...new Set(ids)])
  const undone = await findUndoneActs(db, accountId, changes)
  return {
    actSizes:
      filter.item === undefined
        ? await shownSizes(services, accountId, { changes, action: filter.action })
        : undefined,
    rows: changes.map((change) => ({
      change,
      item: items.get(change.itemId),
      lastReadItem: change.afterReading === null ? undefined : items.get(change.afterReading),
      plan: plans.get(change.sequence)!,
      undone: change.undoes === null ? undefined : undone.get(change.undoes),
    })),
    older: next === undefined ? undefined : historyPath(path, filter, next),
    newest: below === undefined ? undefined : historyPath(path, filter),
    returnTo: historyPath(path, filter, below),
  }
}

/** How many changes of the actions on the page its acts have. */
async function shownSizes(
  services: Services,
  accountId: AccountId,
  { changes, action }: { changes: Change[]; action: HistoryFilter['action'] },
): Promise<Map<number, ActSize[]>> {
  const isShown = (size: ActSize) =>
    action === undefined ? !isReadingProgress(size.action) : size.action === action
  const sizes = await sizesOfActs(services, accountId, changes)
  return new Map([...sizes].map(([act, ofAct]) => [act, ofAct.filter(isShown)]))
}

function cutAtStart(page: ChangesPage, isBeforeStart: (at: number) => boolean): ChangesPage {
  const end = page.changes.findIndex(({ at }) => isBeforeStart(at))
  return end < 0 ? page : { changes: page.changes.slice(0, end), next: undefined }
}

/** The sequence number below which the page starts. */
export function parseBelow({ below }: Record<string, string>): number | undefined {
  return parseSequence(below)
}

/** A change's number; undefined for anything else. */
export function parseSequence(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined
}

/** The action that the page is filtered by. */
export function parseAction(query: Record<string, string>): string | undefined {
  return recordedActions.find(({ name }) => name === query['action'])?.name
}
