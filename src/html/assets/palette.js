// Makes the dialog for searching a palette: results while one types, commands, saved and recent searches.
import { completionsOf } from './completions.js'
import { followQuery } from './live-results.js'
import { offerLink } from './offer-link.js'
import { commands, places, rowCommands, savedSearches, shownTags, tagList } from './palette-commands.js'
import { contentOf, element } from './palette-option.js'
import { loadTags } from './tags.js'
import { forgetSearches, readSearches, rememberSearch } from './recent-searches.js'

const form = document.getElementById('search')
const list = form.querySelector('[role=listbox]')
const input = form.querySelector('[name=q]')
const statusLine = form.querySelector('[role=status]')
const help = form.querySelector('.search-help')
const MAX_MATCHES = 6

/** What the search tips say of the values of a condition. */
const valuesIn = (name) => {
  const tips = [...help.querySelectorAll('dt')].map((tip) =>
    [tip, tip.nextElementSibling].map((part) => part.textContent.trim()),
  )
  return new Map(
    tips
      .filter(([example]) => example.startsWith(name))
      .map(([example, gloss]) => [example.slice(name.length), gloss]),
  )
}
const values = { 'is:': valuesIn('is:'), 'has:': valuesIn('has:') }
/** Those of the page until all are there. */
let tags = shownTags()

let options = []
let active = -1
/** What the service found for the query, and what it is called. */
let found = { title: '', entries: [] }

const searchFor = (text) => {
  input.value = text
  input.focus()
  update()
}
const completions = () => completionsOf(input.value, { ...values, 'tag:': new Map(tags.map((tag) => [tag])) })
/** What a condition may go on with comes first, unless it is complete. */
const conditionGroup = () => {
  const { entries, isComplete } = completions()
  const lookOf = ({ text, ...entry }) => ({ ...entry, icon: 'icon-search', run: () => searchFor(text) })
  return { name: 'conditions', entries: entries.map(lookOf), isLast: isComplete }
}
const recentSearches = () => {
  const searches = readSearches().map((text) => ({
    label: text,
    icon: 'icon-clock',
    run: () => searchFor(text),
  }))
  const forget = () => {
    forgetSearches()
    update()
  }
  return searches.length > 0
    ? [...searches, { label: list.dataset.forget, icon: 'icon-trash', run: forget }]
    : []
}

const rowsOf = () => [...list.querySelectorAll('[role=option]')]
const renderGroup = ({ name, title = list.dataset[name], entries }) => {
  const heading = element('p', { id: `palette-${name}`, class: 'menu-label', dir: 'auto' }, title)
  const rows = entries.map((entry) => {
    const id = `palette-option-${options.push(entry) - 1}`
    const looks = {
      class: entry.site ? 'result' : (entry.icon ?? 'icon-chevron'),
      ...(entry.key && { 'aria-keyshortcuts': entry.key }),
    }
    return element('div', { role: 'option', id, 'aria-selected': 'false', ...looks }, ...contentOf(entry))
  })
  return element('div', { role: 'group', 'aria-labelledby': heading.id }, heading, ...rows)
}
const activate = (index) => {
  active = index
  for (const [place, row] of rowsOf().entries()) {
    row.setAttribute('aria-selected', String(place === index))
    if (place === index) row.scrollIntoView({ block: 'nearest' })
  }
  if (index < 0) input.removeAttribute('aria-activedescendant')
  else input.setAttribute('aria-activedescendant', `palette-option-${index}`)
}

/** The groups for a query: those with an entry whose name begins with it come before what the service found. */
const groupsFor = (text) => {
  const begins = ({ label }) => label.toLowerCase().startsWith(text)
  const matching = (entries) => {
    const all = entries.filter(({ label }) => label.toLowerCase().includes(text))
    return [...all.filter(begins), ...all.filter((entry) => !begins(entry))].slice(0, MAX_MATCHES)
  }
  const named = [
    { name: 'row', ...rowCommands() },
    { name: 'commands', entries: commands(text) },
    { name: 'places', entries: places() },
    { name: 'saved', entries: savedSearches() },
  ].map((group) => ({ ...group, entries: matching(group.entries) }))
  const isFirst = ({ entries }) => entries.some(begins)
  const conditions = conditionGroup()
  return [
    ...(conditions.isLast ? [] : [conditions]),
    ...named.filter(isFirst),
    { name: 'results', ...found },
    ...(conditions.isLast ? [conditions] : []),
    ...named.filter((group) => !isFirst(group)),
    { name: 'tags', entries: matching(tags.map(tagList)) },
  ]
}
const groupsAtFirst = () => [
  { name: 'row', ...rowCommands() },
  { name: 'recent', entries: recentSearches() },
  { name: 'saved', entries: savedSearches() },
  { name: 'commands', entries: commands('') },
  { name: 'places', entries: places() },
]
/** Enter runs the first entry, but where results will come before it: it searches for those. */
const render = (isSearching = false) => {
  const text = input.value.trim().toLowerCase()
  const groups = text ? groupsFor(text) : groupsAtFirst()
  const isSure =
    groups.findIndex(({ entries }) => entries.length > 0) < groups.findIndex(({ name }) => name === 'results')
  options = []
  list.replaceChildren(...groups.filter(({ entries }) => entries.length > 0).map(renderGroup))
  list.hidden = options.length === 0
  input.setAttribute('aria-expanded', String(options.length > 0))
  activate(options.length === 0 || (isSearching && !isSure) ? -1 : 0)
}

/** What an entry that the service offers does: it leads on, searches for something else, or saves a link. */
const runOf = ({ href, search, link }) => {
  if (href)
    return () => {
      rememberSearch(input.value)
      location.assign(href)
    }
  if (search) return () => searchFor(search)
  return () => {
    if (form.popover) form.hidePopover()
    offerLink(link)
  }
}
const show = ({ words = list.dataset.failed, entries = [], isFailed }) => {
  found = { title: words, entries: entries.map((entry) => ({ ...entry, run: runOf(entry) })) }
  const chosen = active >= 0 && rowsOf()[active].textContent
  render()
  // Commands, tags and the like are results too. What is still typed is no mistake.
  const isHelped = isFailed
    ? /[:#]$/.test(input.value) || completions().entries.length > 0
    : options.length > 0
  statusLine.textContent = entries.length === 0 && isHelped ? '' : words
  // The heading of the results says the same.
  statusLine.classList.toggle('visually-hidden', entries.length > 0)
  const again = rowsOf().findIndex((row) => row.textContent === chosen)
  if (again >= 0) activate(again)
}
const ask = followQuery(form, show)
const update = () => {
  // What was found belongs to the earlier query, and Enter must not open it.
  found = { title: '', entries: [] }
  const isSearching = input.value.trim() !== ''
  ask(isSearching)
  if (!isSearching) statusLine.textContent = ''
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
input.addEventListener('focus', () => input.select())
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
list.addEventListener('click', (event) => {
  // Else the page would close the menu that an entry opens.
  event.stopPropagation()
  const row = event.target.closest('[role=option]')
  if (row) options[rowsOf().indexOf(row)].run()
})
form.addEventListener('submit', () => rememberSearch(input.value))
// What opens at the end of the dialog is seen whole, as far as it has room.
help.addEventListener('toggle', () => help.open && help.scrollIntoView({ block: 'nearest' }))
const begin = () => {
  update()
  loadTags().then((all) => (tags = all.length > 0 ? all : tags))
}
form.addEventListener('toggle', ({ newState }) => newState === 'open' && begin())
begin()
