import type { OutboxEntry } from '../core/outbox.ts'

type BadgeState = 'done' | 'sending' | 'trouble' | 'none'

const TEXTS: Record<BadgeState, string> = { done: '✓', sending: '…', trouble: '!', none: '' }

/** Shows the state of a tab's save on the toolbar button, until the tab navigates. */
export async function showOnTab(tabId: number | undefined, sign: BadgeState): Promise<void> {
  if (tabId === undefined) return
  try {
    await chrome.action.setBadgeBackgroundColor({ tabId, color: colourOf(sign) })
    // Null falls back to the badge of all tabs.
    await chrome.action.setBadgeText({ tabId, text: TEXTS[sign] || null } as chrome.action.BadgeTextDetails)
  } catch {
    // The tab was closed.
  }
}

/** Shows on all tabs how many saves wait, or that one was refused. */
export async function showWaiting(entries: OutboxEntry[]): Promise<void> {
  const isRefused = entries.some(({ dueAt }) => dueAt === null)
  const count = entries.length > 99 ? '99+' : String(entries.length)
  const text = isRefused ? TEXTS.trouble : count
  await chrome.action.setBadgeBackgroundColor({ color: colourOf(isRefused ? 'trouble' : 'sending') })
  await chrome.action.setBadgeText({ text: entries.length === 0 ? '' : text })
}

function colourOf(sign: BadgeState): string {
  return sign === 'trouble' ? BADGE_COLOURS.trouble : BADGE_COLOURS.done
}
