import { $ } from './page.js'
import { moveMenu } from './row-menu.js'

/** Fills a row in place by what it is now, unless somebody uses one of its controls. */
export const fill = (row, now, actions) => {
  const [card, cardNow] = [$('.item-card', row), $('.item-card', now)]
  const hasFocus = card === document.activeElement
  if (card.outerHTML === cardNow.outerHTML || card.ariaBusy || (!hasFocus && card.matches(':focus-within')))
    return
  cardNow.dataset.actions ??= actions
  $('.select-box input', cardNow).checked = $('.select-box input', card).checked
  moveMenu(card, cardNow)
  card.replaceWith(cardNow)
  if (hasFocus) cardNow.focus()
}
