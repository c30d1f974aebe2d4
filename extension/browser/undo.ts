import { type Api, selfOf } from '../core/api.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { actionOf } from '../core/siren.ts'
import { apiOf } from './api-of.ts'
import { showOnTab } from './badge.ts'
import { describeFailure } from './describe-failure.ts'
import { message } from './message.ts'
import { withdraw } from './outbox.ts'
import { withdrawQueuedEdit } from './queued-edits.ts'
import { changesOf, forgetChanges } from './recorded-changes.ts'
import { findTabOfEntry, updateSavedTab } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import { takeOffer } from './undo-offer.ts'

/** Entries undone at a time, which is safe since they concern different items. */
const CONCURRENCY = 5

/**
 * Undoes outbox entries: takes queued entries out of the outbox, and undoes the changes that sent entries made at the
 * service, roughly from the last entry to the first.
 */
export async function undoEntries(entryIds: number[]): Promise<void> {
  // All are withdrawn before any is undone, so that none is sent meanwhile.
  const withdrawn = new Set<number>()
  for (const id of entryIds) if (await withdraw(id)) withdrawn.add(id)
  const remaining = entryIds.toReversed()
  while (remaining.length > 0)
    await Promise.all(remaining.splice(0, CONCURRENCY).map((id) => undoEntry(id, withdrawn.has(id))))
}

async function undoEntry(entryId: number, wasWithdrawn: boolean): Promise<void> {
  const recorded = await changesOf(entryId)
  // The entry was sent so long ago that its changes are forgotten.
  if (!recorded && !wasWithdrawn) throw new Failure('gone')
  const { origin, changes } = recorded ?? { origin: await serviceOrigin(), changes: [] }
  const api = apiOf(origin)
  for (const change of changes.toReversed()) await undoChange(api, change)
  await forgetChanges(entryId)
  await refreshTab(api, entryId)
}

/** Undoes a change; succeeds if it is undone already. */
async function undoChange(api: Api, href: string): Promise<void> {
  const change = await api.get(href)
  const undo = actionOf(change, 'undo-change')
  if (undo) return void (await api.submit(undo))
  const { undoneBy, notUndoableBecause } = change.properties
  if (undoneBy === null) throw new Failure('refused', String(notUndoableBecause))
}

/** Updates the record and the badge of the tab that an entry came from, with its item as it is after undoing. */
async function refreshTab(api: Api, entryId: number): Promise<void> {
  const [tabId, saved] = (await findTabOfEntry(entryId)) ?? []
  if (tabId === undefined) return
  const item = saved?.item ? await api.get(selfOf(saved.item)).catch(() => undefined) : undefined
  if (item?.class.includes('removed')) await withdrawQueuedEdit(item)
  await updateSavedTab(tabId, (current) => {
    if (current?.entry !== entryId) return current
    return item && { ...current, item }
  })
  await showOnTab(tabId, item && !item.class.includes('removed') ? 'done' : 'none')
}

/** Handles the button of a toast. Since the toast is in a web page, it may undo only the entries that were offered to its tab. */
export function handleUndo(): void {
  chrome.runtime.onMessage.addListener(
    ({ undo: token }: { undo?: unknown }, { id, tab }, reply: (text: string) => void) => {
      if (id !== chrome.runtime.id || tab?.id === undefined || typeof token !== 'string') return false
      void undoOffered(tab.id, token).then(reply)
      return true
    },
  )
}

/** Undoes the entries that were offered to a tab, and returns the text for its toast. */
async function undoOffered(tabId: number, token: string): Promise<string> {
  const entryIds = await takeOffer(tabId, token)
  if (!entryIds) return message('failGone')
  try {
    await undoEntries(entryIds)
    return message('undone')
  } catch (error) {
    return describeFailure(asFailure(error))
  }
}
