import { type Api, selfOf } from '../core/api.ts'
import { asFailure, Failure } from '../core/failure.ts'
import { actionOf } from '../core/siren.ts'
import { apiOf } from './api-of.ts'
import { actsOf, forgetActs } from './acts.ts'
import { showOnTab } from './badge.ts'
import { describeFailure } from './describe-failure.ts'
import { message } from './message.ts'
import { withdraw } from './outbox.ts'
import { changeTab, tabOf } from './saved-tabs.ts'
import { serviceOrigin } from './settings.ts'
import { takeOffer } from './undo-offer.ts'
import { withdrawEdit } from './waiting-edits.ts'

/** Takes outbox entries back, the last one first: from the outbox if they wait, else at the service. */
export async function undoEntries(entries: number[]): Promise<void> {
  // First of all, so that none is sent meanwhile.
  const withdrawn = new Set<number>()
  for (const entry of entries) if (await withdraw(entry)) withdrawn.add(entry)
  const left = entries.toReversed()
  while (left.length > 0)
    await Promise.all(left.splice(0, AT_ONCE).map((entry) => undoEntry(entry, withdrawn.has(entry))))
}

/** Entries; they are of different items. */
const AT_ONCE = 5

async function undoEntry(entry: number, wasWithdrawn: boolean): Promise<void> {
  const known = await actsOf(entry)
  // It was sent, and what the service did is forgotten.
  if (!known && !wasWithdrawn) throw new Failure('gone')
  const { origin, acts } = known ?? { origin: await serviceOrigin(), acts: [] }
  const api = apiOf(origin)
  for (const act of acts.toReversed()) await undoAct(api, act)
  await forgetActs(entry)
  await refreshTab(api, entry)
}

async function undoAct(api: Api, href: string): Promise<void> {
  const change = await api.get(href)
  const undo = actionOf(change, 'undo-change')
  if (undo) return void (await api.submit(undo))
  const { undoneBy, notUndoableBecause } = change.properties
  if (undoneBy === null) throw new Failure('refused', String(notUndoableBecause))
}

/** The tab that an entry came from shows its item as it is then. */
async function refreshTab(api: Api, entry: number): Promise<void> {
  const [tabId, saved] = (await tabOf(entry)) ?? []
  if (tabId === undefined) return
  const item = saved?.item ? await api.get(selfOf(saved.item)).catch(() => undefined) : undefined
  if (item?.class.includes('removed')) await withdrawEdit(item)
  await changeTab(tabId, (now) => (now?.entry !== entry ? now : item && { ...now, item }))
  await showOnTab(tabId, item && !item.class.includes('removed') ? 'done' : 'none')
}

/** Handles the button of a toast, which is on a page; it may undo only what was offered there. */
export function handleUndo(): void {
  chrome.runtime.onMessage.addListener(
    ({ undo }: { undo?: unknown }, { id, tab }, reply: (text: string) => void) => {
      if (id !== chrome.runtime.id || tab?.id === undefined || typeof undo !== 'string') return false
      void undoOffered(tab.id, undo).then(reply)
      return true
    },
  )
}

/** What is to be said of it. */
async function undoOffered(tabId: number, token: string): Promise<string> {
  const entries = await takeOffer(tabId, token)
  if (!entries) return message('failGone')
  try {
    await undoEntries(entries)
    return message('undone')
  } catch (error) {
    return describeFailure(asFailure(error))
  }
}
