import { message } from '../browser/message.ts'
import type { Status } from '../browser/background-calls.ts'
import { TABS_PERMISSION } from '../browser/permissions.ts'
import { button, byId, element } from './element.ts'
import { iconButton } from './icon-button.ts'

/** Links to the queue, the tab chooser, the outbox and the options; below them the account and the service. */
export function popupFooter({ origin, account, queuedCount }: Status, { windowId }: chrome.tabs.Tab): void {
  const toOptions = () => chrome.runtime.openOptionsPage()
  const host = new URL(origin).host
  const accountAndHost = [account?.email, host].filter((part) => part !== undefined).join(' · ')
  const settings = iconButton('settings', message('options'), toOptions)
  byId('footer').replaceChildren(
    element(
      'div',
      { class: 'links' },
      element(
        'a',
        { class: 'button plain', href: `${origin}/queue`, target: '_blank', rel: 'noopener' },
        message('openQueue'),
      ),
      button(message('saveWindow'), { kind: 'plain' }, () => openChooser(windowId)),
      queuedCount > 0 && button(message('waitingCount', String(queuedCount)), { kind: 'plain' }, toOptions),
      settings,
    ),
    element('p', { class: 'hint whose', title: accountAndHost }, element('bdi', {}, accountAndHost)),
  )
}

/** Opens the tab chooser in the popup, or in a tab if the browser has to ask for the permission, which closes the popup. */
async function openChooser(windowId: number): Promise<void> {
  const url = `tabs.html?window=${windowId}`
  if (await chrome.permissions.contains(TABS_PERMISSION)) return location.assign(url)
  await chrome.tabs.create({ url })
  close()
}
