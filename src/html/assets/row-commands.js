// What the palette offers for the selected rows, else for the current one: what the menu of a row has, with its keys.
import { $, $$ } from './page.js'
import { fillMenu, openMenu, rowMenu } from './row-menu.js'
import { cards, current, offers } from './rows.js'
import { hasSelection, openBulkField } from './selection.js'

const isChosen = (card) => $('.select-box input', card).checked
const actionOf = (entry) => entry.closest('[data-action]')?.dataset.action
const entriesOf = () => $$('.menu-links > :is(button, a), summary', rowMenu())
const looksOf = (entry) => ({
  label: (entry.firstChild.data ?? entry.textContent).trim(),
  icon: entry.className,
  key: $('kbd', entry)?.textContent,
})
const closing = (run) => () => {
  $('#search').hidePopover()
  run()
}

/** What at least one of the selected rows offers, and the bar for them has; last the export, which only that has. */
const ofSelection = (chosen) => {
  const entries = entriesOf().flatMap((entry) => {
    const action = actionOf(entry)
    const button = action && $(`.bulk-bar button[value=${action}]`)
    if (!button || !chosen.some((card) => offers(card, action))) return []
    const field = $('[name]:not(button)', button.closest('.menu-field') ?? button)
    return { ...looksOf(entry), run: closing(() => (field ? openBulkField(field.name) : button.click())) }
  })
  const others = $$('.bulk-bar button[data-native]').map((button) => ({
    ...looksOf(button),
    run: closing(() => button.click()),
  }))
  return [...entries, ...others]
}

const ofRow = (card, act) => {
  fillMenu(card)
  const isShown = (entry) => !entry.hidden && !entry.closest('[hidden]')
  return entriesOf()
    .filter(isShown)
    .map((entry) => {
      const action = actionOf(entry)
      const run = () => {
        if (entry.matches('summary'))
          openMenu(card, `details[data-action=${action}] :is(button, input:not([type=hidden]), textarea)`)
        else if (action) act(card, action)
        else entry.click()
      }
      return { ...looksOf(entry), run: closing(run) }
    })
}

/** `act` runs an action that a card offers. */
export const offerRowCommands = (act) =>
  addEventListener('palette', ({ detail }) => {
    const card = current()
    if (hasSelection()) {
      const chosen = cards().filter(isChosen)
      const title = `${chosen.length} ${$('.selected-count').textContent}`
      Object.assign(detail, { title, entries: ofSelection(chosen) })
    } else if (card) Object.assign(detail, { title: $('h2', card).textContent, entries: ofRow(card, act) })
  })
