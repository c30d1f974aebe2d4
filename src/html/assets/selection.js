// Selecting rows: all or none by a link, and with Shift all up to the last one that was chosen.
import { boxes } from './rows.js'

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
