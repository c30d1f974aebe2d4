// The one menu of all rows, which opens beside the row that it is for.
import { $, $$ } from './page.js'
import { offers, pathOf } from './rows.js'

export const rowMenu = () => $('#row-menu')
const FIRST_ENTRY = '.menu-links button:not([hidden])'
/** The card that the menu was opened on. */
export let menuCard
let labelOfAll

/** Directs the menu to a card, and shows what that offers. */
export const fillMenu = (card) => {
  const menu = rowMenu()
  menuCard = card
  $('.row-menu-title', menu).textContent = $('h2', card).textContent
  $('[data-link=details]', menu).href = $('.icon-more', card).href.split('#')[0]
  const original = $('[data-link=original]', menu)
  original.href = card.dataset.url ?? $('h2 a', card).href
  // The title leads to the one of them that is not here.
  const hasPage = card.dataset.url !== undefined
  original.hidden = !hasPage
  $('[data-link=details]', menu).hidden = hasPage
  const isSaved = hasPage && !$('.page-status', card)
  for (const part of $$('[data-action]', menu)) {
    part.hidden = !offers(card, part.dataset.action) || (isSaved && part.dataset.action === 'refetch-item')
    if (part.matches('form, button'))
      part.setAttribute(part.matches('form') ? 'action' : 'formaction', pathOf(card, part.dataset.action))
  }
  const tags = $('#row-tags')
  tags.replaceChildren(
    ...$$('.tag', card).map((link) => {
      const tag = link.textContent
      const button = Object.assign(document.createElement('button'), { name: 'tag', value: tag })
      button.setAttribute('form', 'row-menu-action')
      button.setAttribute('formaction', pathOf(card, 'untag-item'))
      button.setAttribute('aria-label', `${tags.dataset.label} ${tag}`)
      button.append('× ', tag)
      return button
    }),
  )
}

/** Opens the menu on a card, beside its button; with a control of a form, that form alone, if the card offers its action. */
export const openMenu = (card, control) => {
  if (!card) return
  fillMenu(card)
  const menu = rowMenu()
  const target = $(control ?? FIRST_ENTRY, menu)
  const form = control && target.closest('details')
  if (form?.hidden) return
  for (const part of $$('details', menu)) {
    part.open = part === form
    // Closing it would leave nothing.
    $('summary', part).inert = part === form
  }
  labelOfAll ??= menu.ariaLabel
  menu.ariaLabel = form ? labelOf(form) : labelOfAll
  menu.classList.toggle('one-form', form !== undefined)
  menu.showPopover()
  placeMenu()
  target?.focus()
}

const labelOf = (part) => $('summary', part).firstChild.textContent.trim()

/** A button that opens the form for snoozing, in the row that the pointer or the keyboard is on. */
const addSnooze = ({ target }) => {
  const card = target.closest?.('.item-card')
  // On a phone two buttons have room.
  if (
    !card ||
    !matchMedia('(hover: hover)').matches ||
    !offers(card, 'snooze-item') ||
    $('.actions .icon-clock', card)
  )
    return
  const title = `${labelOf($('details[data-action=snooze-item]', rowMenu()))} (s)`
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'icon-clock',
    title,
  })
  button.addEventListener('click', () => openMenu(card, '[name=until]'))
  $('.actions .icon-more', card).before(button)
}
for (const type of ['pointerover', 'focusin']) addEventListener(type, addSnooze)

/** The row of a card was filled anew. */
export const moveMenu = (card, cardNow) => {
  if (menuCard === card) menuCard = cardNow
}

/** Beside its row, which may have been replaced meanwhile. */
const placeMenu = () => {
  const anchor = menuCard?.isConnected && $('.icon-more', menuCard)
  if (anchor) place(rowMenu(), anchor.getBoundingClientRect())
}
// A part that opens makes the menu higher.
addEventListener('toggle', ({ target }) => target.matches?.('#row-menu details') && placeMenu(), true)

/** Below the anchor, else above it, and always within the window. */
const place = (menu, anchor) => {
  const { width, height } = menu.getBoundingClientRect()
  const clamp = (value, most) => Math.max(8, Math.min(value, most - 8))
  const below = anchor.bottom + 4
  const top = below + height < innerHeight ? below : anchor.top - height - 4
  menu.style.left = `${clamp(anchor.right - width, innerWidth - width)}px`
  menu.style.top = `${clamp(top, innerHeight - height)}px`
}

/** Closes the menus that are open. */
export const closeMenus = (restoresFocus) => {
  for (const menu of $$('.menu[open]')) {
    menu.open = false
    if (restoresFocus) $('summary', menu).focus()
  }
}
