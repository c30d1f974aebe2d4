// What the palette offers of the page that it is on: its controls, and where its links lead.
const queryAll = (selector) => [...document.querySelectorAll(selector)]
const labelOf = (control) => (control.querySelector('bdi, .label') ?? control.firstChild).textContent.trim()
/** A control's icon and shortcut, if any. */
const looksOf = (control) => ({
  icon: /icon-[\w-]+/.exec(`${control.className} ${control.firstElementChild?.className}`)?.[0],
  key: control.getAttribute('aria-keyshortcuts') ?? undefined,
})

const press = (button) => () => {
  const search = document.getElementById('search')
  if (search.popover) search.hidePopover()
  // To return to this page.
  const back = button.closest('.palette-commands') && button.form?.elements.return
  if (back) back.value = location.pathname + location.search
  button.click()
}
const ofButtons = (selector) =>
  queryAll(selector)
    .filter((button) => labelOf(button))
    .map((button) => ({ ...looksOf(button), label: labelOf(button), run: press(button) }))
const ofLinks = (selector) =>
  queryAll(selector).map((link) => ({
    ...looksOf(link),
    label: labelOf(link),
    run: () => location.assign(link.href),
  }))

/** Those of the page's navigation. */
export const shownTags = () => queryAll('.tag-nav li a').map(labelOf)
export const savedSearches = () => ofLinks('.search-nav li a')
export const places = () => ofLinks('.app-sidebar nav:not(.search-nav, .tag-nav) a')
export const tagList = (tag) => ({
  label: tag,
  icon: 'icon-tag',
  run: () => location.assign(`/queue?${new URLSearchParams({ state: 'all', tag })}`),
})

/** What the script of a list offers for its selected rows, else for the current one: `title` names them. */
export const rowCommands = () => {
  const detail = { title: '', entries: [] }
  dispatchEvent(new CustomEvent('palette', { detail }))
  return detail
}

/** What can be done with the controls of the page. Without a query, only what is done most or makes sense here alone. */
export const commands = (text) => [
  ...ofButtons('.bottom-bar .save-open'),
  ...ofButtons('.toolbar :is(button, a:not(.back))'),
  ...(text
    ? [
        ...ofButtons('#more .menu-links:not([hidden]) > :is(button, a)'),
        ...ofButtons('.palette-commands :is(a, button)'),
        ...ofButtons('.sign-out button, .keys-open'),
      ]
    : ofButtons(`.palette-commands a${matchMedia('(hover: none)').matches ? '' : ', .keys-open'}`)),
]
