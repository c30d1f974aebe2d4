import { message } from '../browser/message.ts'
import { describeFailure } from '../browser/describe-failure.ts'
import { asFailure } from '../core/failure.ts'
import { callBackground } from '../browser/background-calls.ts'
import { OUTBOX_CHANGED } from '../browser/outbox.ts'
import { byId, element } from './element.ts'
import { permissionsPanel } from './permissions-panel.ts'
import { servicePanel } from './service-panel.ts'
import { outboxList } from './outbox-list.ts'

const service = servicePanel(refresh)
const permissions = permissionsPanel(() => void refresh())
let lastRefresh = 0

/** Shows the current state. Of several concurrent refreshes, only the last is shown. */
async function refresh(): Promise<void> {
  const refreshNumber = ++lastRefresh
  const [status, entries] = [await callBackground('readStatus'), await callBackground('listOutbox')]
  if (refreshNumber !== lastRefresh) return
  service.show(status)
  byId('privacy').textContent = message(status.marksSaved ? 'privacyMarked' : 'privacy')
  byId('waiting-panel').replaceChildren(outboxList(entries, status, { refresh, showFailure }))
  const saves = byId('saves-on-open') as HTMLInputElement
  saves.checked = status.savesOnOpen
  saves.disabled = false
}

function showFailure(text: string): void {
  byId('outbox-failure').textContent = text
  byId('outbox-failure').hidden = text === ''
}

function behaviour(): HTMLElement {
  const box = element('input', {
    id: 'saves-on-open',
    type: 'checkbox',
    disabled: true,
    'aria-describedby': 'saves-on-open-hint',
  })
  box.addEventListener('change', () => {
    // Cancels a running refresh, which would show the previous choice.
    lastRefresh += 1
    void callBackground('setSavesOnOpen', { value: box.checked })
      .catch((error: unknown) => showFailure(describeFailure(asFailure(error))))
      .then(refresh)
  })
  return element(
    'section',
    { class: 'panel', 'aria-labelledby': 'behaviour' },
    element('h2', { id: 'behaviour' }, message('behaviour')),
    element('label', { class: 'choice' }, box, message('saveOnOpen')),
    element('p', { class: 'hint', id: 'saves-on-open-hint' }, message('saveOnOpenHint')),
  )
}

document.documentElement.lang = message('language')
document.title = message('optionsTitle')
byId('service-panel').append(service.element)
byId('behaviour-panel').append(behaviour())
byId('permissions-panel').append(permissions.element)
void permissions.show()
chrome.storage.session.onChanged.addListener((changes) => {
  if (OUTBOX_CHANGED in changes) void refresh()
})
addEventListener('online', () => void callBackground('sendDueEntries', { id: undefined }).then(refresh))
void refresh()
