// The keyboard shortcuts of the list: for what is selected, else for the current row.
import { $, listenToKeys } from './page.js'
import { openMenu } from './row-menu.js'
import { cards, current, goTo } from './rows.js'
import { actOnSelection, hasSelection, openBulkField } from './selection.js'

/** `act` runs the first of several actions that a card offers. */
export const listenToListKeys = (act) => {
  const run = (...actions) => (hasSelection() ? actOnSelection(actions) : act(current(), ...actions))
  const openField = (name, control) => (hasSelection() ? openBulkField(name) : openMenu(current(), control))

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

  // The name can be typed at once.
  addEventListener(
    'toggle',
    ({ target }) => target.matches?.('.save-search[open]') && $('[name=name]', target).focus(),
    true,
  )
}
