import { message } from '../browser/message.ts'
import { callBackground } from '../browser/background-calls.ts'
import { TABS_PERMISSION } from '../browser/permissions.ts'
import { element } from './element.ts'

/**
 * The optional features, which need a permission: it is requested when the person turns one on, and given back when they
 * turn seeing tabs off. `changed` is called after each change.
 */
export function permissionsPanel(changed: () => void): { element: HTMLElement; show(): Promise<void> } {
  const status = element('p', { class: 'hint', role: 'status' })
  const tabs = choice('sees-tabs')
  const marks = choice('marks-saved')
  const boxes = [tabs, marks]

  let lastShow = 0

  /** Of several concurrent calls, only the last is shown, since an earlier one may have read a previous choice. */
  async function show(): Promise<void> {
    const showNumber = ++lastShow
    const seesTabs = await chrome.permissions.contains(TABS_PERMISSION)
    const marksSaved = seesTabs && (await callBackground('readStatus')).marksSaved
    if (showNumber !== lastShow) return
    tabs.checked = seesTabs
    marks.checked = marksSaved
    for (const box of boxes) box.disabled = false
  }
  /** Both features need the same permission. Browsers allow the request only while the listener of a click runs. */
  async function change(box: HTMLInputElement): Promise<void> {
    const isOn = box.checked
    lastShow += 1
    const change = isOn
      ? chrome.permissions.request(TABS_PERMISSION)
      : chrome.permissions.remove(TABS_PERMISSION)
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

/** A checkbox that is disabled until the current choice is known. */
function choice(id: string): HTMLInputElement {
  return element('input', { id, type: 'checkbox', disabled: true, 'aria-describedby': `${id}-hint` })
}
