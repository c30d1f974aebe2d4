// Selecting rows: all or none by a link, and with Shift all up to the last one that was chosen.
import { $ } from './page.js'
import { boxes } from './rows.js'

export const hasSelection = () => boxes().some((box) => box.checked)
/** Presses the first of these actions that the bar for the selected rows has. */
export const actOnSelection = (actions) =>
  actions
    .map((action) => $(`.bulk-bar button[value=${action}]`))
    .find(Boolean)
    ?.click()
/** Opens the menu of that bar at a field. */
export const openBulkField = (name) => {
  const field = $(`#bulk-${name}`)
  if (!field) return
  for (let part = field.closest('details'); part; part = part.parentElement.closest('details'))
    part.open = true
  field.focus()
}

export const listenToSelection = () => {
  let lastBox
  addEventListener('click', (event) => {
    const { target } = event
    const link = target.closest('[data-select]')
    if (link) {
      event.preventDefault()
      for (const box of boxes()) box.checked = link.dataset.select === 'all'
    }
    if (target.matches('.select-box input')) {
      const all = boxes()
      const [from, to] = [all.indexOf(lastBox), all.indexOf(target)].sort((a, b) => a - b)
      if (event.shiftKey && from >= 0) for (const box of all.slice(from, to)) box.checked = target.checked
      lastBox = target
    }
  })
}
