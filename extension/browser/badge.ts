import type { Change } from '../core/outbox.ts'

type Sign = 'done' | 'sending' | 'trouble' | 'none'

const TEXTS: Record<Sign, string> = { done: '✓', sending: '…', trouble: '!', none: '' }

/** Shows on the button what became of a tab's save, until the tab goes elsewhere. */
export async function showOnTab(tabId: number | undefined, sign: Sign): Promise<void> {
  if (tabId === undefined) return
  try {
    await chrome.action.setBadgeBackgroundColor({ tabId, color: colourOf(sign) })
    // Null gives the place back to what the button says on every tab.
    await chrome.action.setBadgeText({ tabId, text: TEXTS[sign] || null } as chrome.action.BadgeTextDetails)
  } catch {
    // The tab was closed.
  }
}

/** Shows on every tab how many saves wait, or that one was refused. */
export async function showWaiting(entries: Change[]): Promise<void> {
  const isRefused = entries.some(({ dueAt }) => dueAt === null)
  const count = entries.length > 99 ? '99+' : String(entries.length)
  const text = isRefused ? TEXTS.trouble : count
  await chrome.action.setBadgeBackgroundColor({ color: colourOf(isRefused ? 'trouble' : 'sending') })
  await chrome.action.setBadgeText({ text: entries.length === 0 ? '' : text })
}

function colourOf(sign: Sign): string {
  return sign === 'trouble' ? BADGE_COLOURS.trouble : BADGE_COLOURS.done
}
