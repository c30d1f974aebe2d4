import { describeFailure } from '../browser/describe-failure.ts'
import { message } from '../browser/message.ts'
import { callBackground } from '../browser/background-calls.ts'
import { OUTBOX_CHANGED } from '../browser/outbox.ts'
import { asFailure } from '../core/failure.ts'
import { button, byId } from './element.ts'
import { sideItem } from './side-item.ts'

let lastRefresh = 0

/** Shows the newest unread items. Of several concurrent refreshes, only the last is shown. */
async function refresh(): Promise<void> {
  const refreshNumber = ++lastRefresh
  try {
    const page = await callBackground('fetchQueuePage', { href: null })
    if (refreshNumber !== lastRefresh) return
    byId('items').replaceChildren(...page.items.map((item) => sideItem(item, say)))
    showMore(page.next)
    say(page.items.length === 0 ? message('nothingUnread') : '')
  } catch (error) {
    const failure = asFailure(error)
    if (refreshNumber !== lastRefresh) return
    say(describeFailure(failure))
    byId('buttons').replaceChildren(failure.code === 'signed_out' ? signInButton() : retryButton())
  }
}

function showMore(next: string | null): void {
  if (next === null) return byId('buttons').replaceChildren()
  const more = button(message('showMore'), { kind: 'quiet' }, async () => {
    try {
      const page = await callBackground('fetchQueuePage', { href: next })
      const rows = page.items.map((item) => sideItem(item, say))
      byId('items').append(...rows)
      rows[0]?.querySelector('a')?.focus()
      showMore(page.next)
    } catch (error) {
      say(describeFailure(asFailure(error)))
    }
  })
  byId('buttons').replaceChildren(more)
}

function signInButton(): HTMLElement {
  return button(message('signIn'), { kind: 'main' }, async () => {
    try {
      await callBackground('signIn')
      await refresh()
      byId('heading').focus()
    } catch (error) {
      say(describeFailure(asFailure(error)))
    }
  })
}

function retryButton(): HTMLElement {
  return button(message('tryAgain'), { kind: 'main' }, refresh)
}

function say(text: string): void {
  if (byId('status').textContent !== text) byId('status').textContent = text
}

document.documentElement.lang = message('language')
byId('heading').textContent = document.title = message('unreadItems')
// Items may have been saved or changed elsewhere.
chrome.storage.session.onChanged.addListener((changes) => {
  if (OUTBOX_CHANGED in changes) void refresh()
})
document.addEventListener('visibilitychange', () => document.hidden || void refresh())
void refresh()
