import type { OutboxEntry } from '../core/outbox.ts'

type BadgeState = 'done' | 'sending' | 'trouble' | 'none'

const TEXTS: Record<BadgeState, string> = { done: '✓', sending: '…', trouble: '!', none: '' }

/** Shows the state of a tab's save on the toolbar button, until the tab navigates. */
export async function showOnTab(tabId: number | undefined, state: BadgeState): Promise<void> {
  if (tabId === undefined) return
  try {
    await chrome.action.setBadgeBackgroundColor({ tabId, color: colourOf(state) })
    // With null, the tab shows the badge of all tabs.
    await chrome.action.setBadgeText({ tabId, text: TEXTS[state] || null } as chrome.action.BadgeTextDetails)
  } catch {
    // The tab was closed.
  }
}

/** Shows on all tabs how many entries are in the outbox, or that the service refused one of them. */
export async function showQueuedCount(entries: OutboxEntry[]): Promise<void> {
  const isRefused = entries.some(({ dueAt }) => dueAt === null)
  const count = entries.length > 99 ? '99+' : String(entries.length)
  const text = isRefused ? TEXTS.trouble : count
  await chrome.action.setBadgeBackgroundColor({ color: colourOf(isRefused ? 'trouble' : 'sending') })
  await chrome.action.setBadgeText({ text: entries.length === 0 ? '' : text })
}

function colourOf(state: BadgeState): string {
  return state === 'trouble' ? BADGE_COLOURS.trouble : BADGE_COLOURS.done
}
