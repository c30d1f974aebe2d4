import { message } from '../browser/message.ts'
import { callBackground } from '../browser/background-calls.ts'
import { byId, element } from './element.ts'
import { permissionsPanel } from './permissions-panel.ts'
import { servicePanel } from './service-panel.ts'

const service = servicePanel(refresh)
const permissions = permissionsPanel(() => void refresh())
const pinning = element('p', {})
const shortcuts = element('ul', { class: 'shortcuts' })

/** Shows the current state. */
async function refresh(): Promise<void> {
  const status = await callBackground('readStatus')
  service.show(status)
  byId('privacy').textContent = message(status.marksSaved ? 'privacyMarked' : 'privacy')
  await permissions.show()
  const { isOnToolbar } = await chrome.action.getUserSettings()
  pinning.textContent = message(isOnToolbar ? 'pinned' : 'pinIt')
  shortcuts.replaceChildren(...((await chrome.commands?.getAll()) ?? []).flatMap(shortcutOf))
}

/** A keyboard shortcut, which the person may have changed in the browser. */
function shortcutOf({ name, shortcut, description }: chrome.commands.Command): HTMLElement[] {
  if (!shortcut) return []
  const action = name === '_execute_action' ? message('shortcutOpen') : description
  return [element('li', {}, element('kbd', {}, shortcut), ` ${action}`)]
}

document.documentElement.lang = message('language')
byId('heading').textContent = document.title = message('welcome')
byId('button-panel').append(
  element(
    'section',
    { class: 'panel', 'aria-labelledby': 'one-click' },
    element('h2', { id: 'one-click' }, message('oneClick')),
    pinning,
    shortcuts,
  ),
)
byId('service-panel').append(service.element)
byId('permissions-panel').append(permissions.element)
// The person may come back from the browser's settings.
addEventListener('focus', () => void refresh())
void refresh()
