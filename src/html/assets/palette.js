// Makes the dialog for searching a palette: results while one types, commands, saved and recent searches. Without it, the
// dialog is a form that leads to the search page.
import { contentOf, element } from './palette-option.js'
import { readStored, store } from './storage.js'

export const startPalette = () => {
  const form = document.getElementById('search')
  const list = form?.querySelector('[role=listbox]')
  if (!list) return
  const input = form.querySelector('[name=q]')
  const status = form.querySelector('[role=status]')
  const queryAll = (selector) => [...document.querySelectorAll(selector)]
  const DELAY = 150
  const RECENT = 'recent-searches'
  const MAX_RECENT = 5
  const MAX_MATCHES = 6

  const readRecent = () => {
    try {
      return JSON.parse(readStored(RECENT) ?? '[]').filter((text) => typeof text === 'string')
    } catch {
      return []
    }
  }
  const remember = () => {
    const text = input.value.trim()
    if (!text) return
    const others = readRecent().filter((other) => other !== text)
    store(RECENT, JSON.stringify([text, ...others].slice(0, MAX_RECENT)))
  }

  const follow = (link) => () => location.assign(link.href)
  const labelOf = (control) => (control.querySelector('bdi, .label') ?? control.firstChild).textContent.trim()
  /** A control's icon and shortcut, if any. */
  const looksOf = (control) => ({
    icon: /icon-[\w-]+/.exec(`${control.className} ${control.firstElementChild?.className}`)?.[0],
    key: control.getAttribute('aria-keyshortcuts') ?? undefined,
  })
  const ofLinks = (selector, icon) =>
    queryAll(selector).map((link) => ({
      ...looksOf(link),
      icon: icon ?? looksOf(link).icon,
      label: labelOf(link),
      run: follow(link),
    }))
  const press = (button) => () => {
    if (form.popover) form.hidePopover()
    // To return to this page.
    const back = button.closest('.palette-commands') && button.form?.elements.return
    if (back) back.value = location.pathname + location.search
    button.click()
  }
  const ofButtons = (selector) =>
    queryAll(selector)
      .filter((button) => labelOf(button))
      .map((button) => ({ ...looksOf(button), label: labelOf(button), run: press(button) }))
  const selectedActions = () => {
    if (!document.querySelector('.select-box :checked')) return []
    return queryAll('.bulk-bar button[name=action]')
      .filter((button) => !button.closest('.menu-row')?.querySelector('input'))
      .map((button) => ({
        ...looksOf(button),
        label: `${list.dataset.selected} ${button.textContent.trim()}`,
        run: press(button),
      }))
  }
  /** What the page's own script offers. */
  const pageActions = () => {
    const entries = []
    dispatchEvent(new CustomEvent('palette', { detail: entries }))
    return entries
  }
  /** What can be done with the controls of the page. Without a query, only what is done most or makes sense here alone. */
  const commands = (text) => [
    ...selectedActions(),
    ...pageActions(),
    ...ofButtons('.bottom-bar .save-open'),
    ...ofButtons('.toolbar :is(button, a:not(.back))'),
    ...(text
      ? [
          ...ofButtons('#more .menu-links:not([hidden]) > :is(button, a)'),
          ...ofButtons('.palette-commands :is(a, button)'),
          ...ofButtons('.sign-out button, .keys-open'),
        ]
      : []),
  ]
  const recent = () => {
    const searches = readRecent().map((text) => ({
      label: text,
      icon: 'icon-clock',
      run: () => {
        input.value = text
        input.focus()
        update()
      },
    }))
    const forget = () => {
      store(RECENT, undefined)
      update()
    }
    return searches.length > 0
      ? [...searches, { label: list.dataset.forget, icon: 'icon-trash', run: forget }]
      : []
  }

  let options = []
  let active = -1
  let results = []
  let more

  const groupOf = (name, entries) => {
    if (entries.length === 0) return []
    const heading = element('p', { id: `palette-${name}`, class: 'menu-label' }, list.dataset[name])
    const rows = entries.map((entry) => {
      const id = `palette-option-${options.push(entry) - 1}`
      const looks = {
        class: `${entry.icon ?? 'icon-chevron'} ${name === 'results' ? 'result' : ''}`,
        ...(entry.key && { 'aria-keyshortcuts': entry.key }),
      }
      return element('div', { role: 'option', id, 'aria-selected': 'false', ...looks }, ...contentOf(entry))
    })
    return [element('div', { role: 'group', 'aria-labelledby': heading.id }, heading, ...rows)]
  }
  const activate = (index) => {
    active = index
    for (const [place, row] of [...list.querySelectorAll('[role=option]')].entries()) {
      row.setAttribute('aria-selected', String(place === index))
      if (place === index) row.scrollIntoView({ block: 'nearest' })
    }
    if (index < 0) input.removeAttribute('aria-activedescendant')
    else input.setAttribute('aria-activedescendant', `palette-option-${index}`)
  }
  /** Enter runs the first entry, but for words whose results are still to come: it searches for those. */
  const render = (isSearching = false) => {
    const text = input.value.trim().toLowerCase()
    const matching = (entries) =>
      text ? entries.filter(({ label }) => label.toLowerCase().includes(text)).slice(0, MAX_MATCHES) : entries
    options = []
    list.replaceChildren(
      ...(text ? [] : groupOf('recent', recent())),
      ...groupOf('saved', matching(ofLinks('.search-nav li a:not(.more)'))),
      ...groupOf('results', text ? [...results, ...(more ? [more] : [])] : []),
      ...groupOf('commands', matching(commands(text))),
      ...groupOf('tags', text ? matching(ofLinks('.tag-nav a:not(.more)', 'icon-tag')) : []),
      ...groupOf('places', matching(ofLinks('.app-sidebar nav:not(.search-nav, .tag-nav) a'))),
    )
    list.hidden = options.length === 0
    input.setAttribute('aria-expanded', String(options.length > 0))
    activate(isSearching || options.length === 0 ? -1 : 0)
  }

  let timer
  let request
  let latest = 0
  const search = async () => {
    const mine = ++latest
    request?.abort()
    request = new AbortController()
    const show = (words, found, all) => {
      // The answer to an earlier query.
      if (mine !== latest) return
      results = found
      more = all
      status.textContent = words
      const chosen = list.querySelector('[aria-selected=true]')?.textContent
      render()
      const again = [...list.querySelectorAll('[role=option]')].findIndex(
        (row) => chosen && row.textContent === chosen,
      )
      if (again >= 0) activate(again)
    }
    try {
      const query = new URLSearchParams(new FormData(form))
      const answer = await fetch(`/search/live?${query}`, {
        headers: { accept: 'application/json' },
        signal: request.signal,
      })
      const { words, found, all } = await answer.json()
      const open = (entry) => () => {
        remember()
        location.assign(entry.href)
      }
      show(
        words,
        found.map((entry) => ({ ...entry, icon: 'icon-bookmark', run: open(entry) })),
        all && { ...all, icon: 'icon-search', run: open(all) },
      )
    } catch (error) {
      if (error.name !== 'AbortError') show(list.dataset.failed, [], undefined)
    }
  }
  const update = () => {
    clearTimeout(timer)
    // What is on its way is of an earlier query from here on.
    latest++
    request?.abort()
    // What was found belongs to the earlier query, and Enter must not open it.
    results = []
    more = undefined
    const isSearching = input.value.trim() !== ''
    if (isSearching) timer = setTimeout(search, DELAY)
    else status.textContent = ''
    render(isSearching)
  }

  for (const [name, value] of Object.entries({
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-controls': list.id,
    'aria-expanded': 'false',
    autocomplete: 'off',
  }))
    input.setAttribute(name, value)
  input.addEventListener('input', update)
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && options.length > 0) {
      event.preventDefault()
      const count = options.length + 1
      activate(((active + 1 + step + count) % count) - 1)
    }
    if (event.key === 'Enter' && active >= 0 && !event.isComposing) {
      event.preventDefault()
      options[active].run()
    }
  })
  list.addEventListener('mousedown', (event) => event.preventDefault())
  list.addEventListener('click', ({ target }) => {
    const row = target.closest('[role=option]')
    if (row) options[[...list.querySelectorAll('[role=option]')].indexOf(row)].run()
  })
  form.addEventListener('submit', remember)
  form.addEventListener('toggle', ({ newState }) => newState === 'open' && update())
  for (const signOut of queryAll('.sign-out'))
    signOut.addEventListener('submit', () => store(RECENT, undefined))
}
