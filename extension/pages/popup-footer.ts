import { message } from '../browser/message.ts'
import type { Status } from '../browser/background-calls.ts'
import { SEEING_TABS } from '../browser/permissions.ts'
import { button, byId, element } from './element.ts'
import { iconButton } from './icon-button.ts'

/** Where to go on: the queue, all tabs, what waits; and whose queue it is, at which service. */
export function popupFooter({ origin, account, waiting }: Status, { windowId }: chrome.tabs.Tab): void {
  const toOptions = () => chrome.runtime.openOptionsPage()
  const host = new URL(origin).host
  const whose = [account?.email, host].filter((part) => part !== undefined).join(' · ')
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
      waiting > 0 && button(message('waitingCount', String(waiting)), { kind: 'plain' }, toOptions),
      settings,
    ),
    element('p', { class: 'hint whose', title: whose }, element('bdi', {}, whose)),
  )
}

/** Lists the tabs of a window; in a tab where the browser's dialog for the permission would close the popup. */
async function openChooser(windowId: number): Promise<void> {
  const url = `tabs.html?window=${windowId}`
  if (await chrome.permissions.contains(SEEING_TABS)) return location.assign(url)
  await chrome.tabs.create({ url })
  close()
}
