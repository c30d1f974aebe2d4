// The keyboard shortcuts of the list, and the same actions for the palette: for what is selected, else for the current row.
import { $, $$, listenToKeys } from './page.js'
import { openMenu } from './row-menu.js'
import { cards, current, goTo, offers } from './rows.js'
import { actOnSelection, hasSelection, openBulkField } from './selection.js'

/** `act` runs the first of several actions that a card offers. */
export const listenToListKeys = (act) => {
  const run = (...actions) => (hasSelection() ? actOnSelection(actions) : act(current(), ...actions))
  const openField = (name, focus) => (hasSelection() ? openBulkField(name) : openMenu(current(), focus))

  listenToKeys({
    j: () => goTo(cards().indexOf(current()) + 1),
    k: () => goTo(cards().indexOf(current()) - 1),
    o: () => current() && $('h2 a', current()).click(),
    x: () => current() && $('.select-box input', current()).click(),
    m: () => run('mark-read', 'mark-unread'),
    f: () => run('favourite-item', 'unfavourite-item'),
    '#': () => run('remove-item', 'restore-item'),
    s: () => openField('until', '[name=until]'),
    t: () => openField('tag', 'input[name=tag]'),
    a: () => openField('request', '[name=request]'),
    u: () => ($('.undo:not(.redo) button') ?? $('.active-filter .clear'))?.click(),
  })

  addEventListener('palette', ({ detail: commands }) => {
    const card = current()
    if (!card || hasSelection()) return
    const hint = $('h2', card).textContent
    for (const entry of $$('#row-menu .menu-links > button[data-action], #row-menu summary')) {
      const action = entry.closest('[data-action]').dataset.action
      if (!offers(card, action)) continue
      const isField = entry.matches('summary')
      commands.push({
        label: entry.firstChild.textContent.trim(),
        hint,
        icon: entry.className,
        key: $('kbd', entry)?.textContent,
        run() {
          $('#search').hidePopover()
          if (isField)
            openMenu(card, `details[data-action=${action}] :is(button, input:not([type=hidden]), textarea)`)
          else act(card, action)
        },
      })
    }
  })
}
