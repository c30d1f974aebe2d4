// The rows of the list, and the one that the keyboard is on.
import { $$ } from './page.js'

export const cards = () => $$('#items > :not([hidden]) > .item-card')
export const boxes = () => $$('.select-box input')

/** The row that had the focus last, by id. */
let lastId
addEventListener('focusin', ({ target }) => {
  lastId = target.closest?.('.item-card')?.parentElement.id ?? lastId
})
/** The card that shortcuts apply to: the one with the focus, else the last that had it. */
export const current = () =>
  document.activeElement?.closest('.item-card') ?? cards().find((card) => card.parentElement.id === lastId)
/** Focuses the card at a position, or the nearest that there is. */
export const goTo = (index) => {
  const all = cards()
  all[Math.max(0, Math.min(index, all.length - 1))]?.focus()
}

/** Focuses the first row that was not among these ids; says whether there is one. */
export const focusNew = (ids) => {
  const card = cards().find((card) => !ids.includes(card.parentElement.id))
  card?.focus()
  return card !== undefined
}

const idOf = (card) => card.parentElement.id.slice('item-'.length)
export const offers = (card, action) =>
  card.closest('[data-actions]').dataset.actions.split(' ').includes(action)
export const pathOf = (card, action) => `/queue/items/${idOf(card)}/${action}`
