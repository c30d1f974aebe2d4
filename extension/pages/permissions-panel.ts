import { message } from '../browser/message.ts'
import { SEEING_TABS } from '../browser/permissions.ts'
import { element } from './element.ts'

/** What the extension may do besides, which is off until the person turns it on, and given back when it is turned off. */
export function permissionsPanel(): { element: HTMLElement; show(): Promise<void> } {
  const status = element('p', { class: 'hint', role: 'status' })
  const tabs = element('input', { id: 'sees-tabs', type: 'checkbox', 'aria-describedby': 'sees-tabs-hint' })

  async function show(): Promise<void> {
    tabs.checked = await chrome.permissions.contains(SEEING_TABS)
  }
  tabs.addEventListener('change', () => {
    // Browsers allow asking only while they tell of a click.
    const changing = tabs.checked
      ? chrome.permissions.request(SEEING_TABS)
      : chrome.permissions.remove(SEEING_TABS)
    void changing
      .catch(() => false)
      .then((isDone) => (status.textContent = isDone ? '' : message('permissionUnchanged')))
      .then(show)
  })

  return {
    element: element(
      'section',
      { class: 'panel', 'aria-labelledby': 'permissions' },
      element('h2', { id: 'permissions' }, message('permissions')),
      element('label', { class: 'choice' }, tabs, message('seeTabs')),
      element('p', { class: 'hint', id: 'sees-tabs-hint' }, message('tabsExplained')),
      status,
    ),
    show,
  }
}
