import { message } from '../browser/message.ts'
import { callBackground } from '../browser/background-calls.ts'
import { SEEING_TABS } from '../browser/permissions.ts'
import { element } from './element.ts'

/** What the extension may do besides, which is off until the person turns it on, and given back when it is turned off. */
export function permissionsPanel(changed: () => void): { element: HTMLElement; show(): Promise<void> } {
  const status = element('p', { class: 'hint', role: 'status' })
  const tabs = choice('sees-tabs')
  const marks = choice('marks-saved')
  const boxes = [tabs, marks]

  let lastShow = 0

  /** Of several at once only the last is shown, since those before may have read a former choice. */
  async function show(): Promise<void> {
    const showNumber = ++lastShow
    const seesTabs = await chrome.permissions.contains(SEEING_TABS)
    const marksSaved = seesTabs && (await callBackground('status')).marksSaved
    if (showNumber !== lastShow) return
    tabs.checked = seesTabs
    marks.checked = marksSaved
    for (const box of boxes) box.disabled = false
  }
  /** Both need the same permission. Browsers allow asking only while they tell of a click. */
  async function change(box: HTMLInputElement): Promise<void> {
    const isOn = box.checked
    lastShow += 1
    const change = isOn ? chrome.permissions.request(SEEING_TABS) : chrome.permissions.remove(SEEING_TABS)
    const isDone = await change.catch(() => false)
    if (box === marks || !isOn) await callBackground('setMarksSaved', { value: isOn && isDone })
    status.textContent = isDone ? '' : message('permissionUnchanged')
    await show()
    changed()
  }
  for (const box of boxes) box.addEventListener('change', () => void change(box))

  return {
    element: element(
      'section',
      { class: 'panel', 'aria-labelledby': 'permissions' },
      element('h2', { id: 'permissions' }, message('permissions')),
      element('label', { class: 'choice' }, tabs, message('seeTabs')),
      element('p', { class: 'hint', id: 'sees-tabs-hint' }, message('tabsExplained')),
      element('label', { class: 'choice' }, marks, message('markSaved')),
      element('p', { class: 'hint', id: 'marks-saved-hint' }, message('markSavedExplained')),
      status,
    ),
    show,
  }
}

/** Disabled until the present choice is known, so that no click changes something else than what is shown. */
function choice(id: string): HTMLInputElement {
  return element('input', { id, type: 'checkbox', disabled: true, 'aria-describedby': `${id}-hint` })
}
