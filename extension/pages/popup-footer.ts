import { message } from '../browser/message.ts'
import { callBackground, type Status } from '../browser/messages.ts'
import { button, byId, element } from './element.ts'
import { iconButton } from './icon-button.ts'
import { sayDone } from './popup-view.ts'

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
      button(message('saveWindow'), 'plain', () => saveWindow(windowId)),
      waiting > 0 && button(message('waitingCount', String(waiting)), 'plain', toOptions),
      settings,
    ),
    element('p', { class: 'hint whose', title: whose }, element('bdi', {}, whose)),
  )
}

/**
 * Asks for the permission to see the tabs' addresses, which browsers allow only during a click. Their dialog may close
 * the popup, so the background goes on then.
 */
async function saveWindow(windowId: number): Promise<void> {
  void callBackground('rememberWindow', { windowId })
  const isAllowed = await chrome.permissions.request({ permissions: ['tabs'] })
  const { count } = await callBackground('saveRememberedWindow')
  if (!isAllowed || count === null) return sayDone(message('windowRefused'))
  sayDone(count === 1 ? message('windowSavedOne') : message('windowSavedMany', String(count)))
}
