// Goes through unread items one at a time, and through what the agent suggested; what the person presses calls a tool.

import {
  begin,
  button,
  call,
  element,
  expander,
  host,
  isFullscreen,
  isWebAddress,
  open,
  say,
  tell,
} from './bridge.js'

let result
/** What is left to decide. */
let left = []

/** Tomorrow at eight, where the person is. */
function tomorrow() {
  const at = new Date()
  at.setDate(at.getDate() + 1)
  at.setHours(8, 0, 0, 0)
  return at.toISOString()
}

/** Calls a tool about the item that is shown; goes on to the next if that was done. */
async function decide(tool, args, { done, told }) {
  const answer = await call(tool, args)
  const because = answer.problem ?? answer.refused?.[0]?.reason
  if (because) return say(because)
  left.shift()
  render()
  if (answer.suggested) {
    say(words.suggested)
    return tell(`${told} It is only suggested.`)
  }
  tell(told)
  if (typeof answer.act !== 'number') return say(done)
  const undo = button(words.undo, async () => {
    const back = await call('undo_change', { change: answer.act })
    if (back.problem) return say(back.problem)
    tell(`The person undid act ${answer.act}.`)
    await load()
    say(words.undone)
  })
  say(done, undo)
}

async function load() {
  const answer = await call('show_triage', {})
  if (answer.problem) say(answer.problem)
  else show(answer)
}

function itemCard({ id, title, url, site, readingMinutes, savedBy, reason }) {
  const minutes = readingMinutes && words.minutes.replace('{count}', readingMinutes)
  const about = [site, minutes, savedBy && words.savedBy.replace('{name}', savedBy)].filter(Boolean)
  const on = (tool, args, { done, did }) => {
    const told = `The person ${did} item ${id}.`
    return () => decide(tool, args, { done, told })
  }
  const items = [id]
  const actions = [
    button(
      words.read,
      on('change_items', { items, action: ['mark-read'] }, { done: words.markedRead, did: 'marked as read' }),
      {
        isMain: true,
      },
    ),
    button(words.later, () =>
      decide(
        'change_items',
        { items, until: tomorrow() },
        { done: words.snoozed, told: `The person snoozed item ${id}.` },
      ),
    ),
  ]
  if (isFullscreen())
    actions.push(
      button(words.keep, async () => {
        left.shift()
        render()
        say(words.kept)
      }),
      button(words.remove, on('remove_items', { items }, { done: words.removed, did: 'removed' })),
    )
  return card({ title, url, about, reason, actions })
}

function suggestionCard({ id, action, count, titles, because }) {
  const about = [count > 1 ? words.items.replace('{count}', count) : undefined, because].filter(Boolean)
  const accept = button(
    words.accept,
    async () => {
      const isOpen = await open(result.decide)
      say(isOpen ? words.opened : result.decide)
    },
    { isMain: true },
  )
  const dismiss = button(words.dismiss, () =>
    decide(
      'undo_change',
      { suggestion: id },
      { done: words.dismissed, told: `The person dismissed suggestion ${id}.` },
    ),
  )
  const actions = [...(host.can.openLinks ? [accept] : []), dismiss]
  const title = words.suggestion.replace('{action}', action)
  const reason = titles.join(' · ')
  return card({ title, about, reason, actions, note: host.can.openLinks ? undefined : result.decide })
}

function card({ title, url, about, reason, actions, note }) {
  const canOpen = host.can.openLinks && isWebAddress(url)
  const name = element('h1', { dir: 'auto' })
  if (canOpen) {
    const opener = element('button', { type: 'button', className: 'link', text: title })
    opener.addEventListener('click', () => open(url))
    name.append(opener)
  } else name.textContent = title
  const parts = [name, element('p', { className: 'about', dir: 'auto', text: about.join(' · ') })]
  if (reason) parts.push(element('p', { className: 'reason', dir: 'auto', text: reason }))
  if (note) parts.push(element('p', { className: 'about', text: note }))
  parts.push(
    host.can.serverTools
      ? element('div', { className: 'actions' }, ...actions)
      : element('p', { className: 'about', text: words.readOnly }),
  )
  return parts
}

function render() {
  if (!result) return
  const main = document.querySelector('main')
  main.removeAttribute('aria-busy')
  const hadFocus = main.contains(document.activeElement)
  const [first] = left
  if (first) {
    const items = left.filter((one) => one.url !== undefined).length
    const text = first.url === undefined ? words.bySuggestion : words.place.replace('{count}', items)
    const head = element('p', { className: 'place', text: `${text.replace('{matched}', result.matched)} ` })
    const wider = expander()
    if (wider) head.append(wider)
    main.replaceChildren(head, ...(first.url === undefined ? suggestionCard(first) : itemCard(first)))
  } else {
    const more = result.matched > result.items.length || result.items.length > 0
    main.replaceChildren(element('h1', { text: result.items.length > 0 ? words.done : words.empty }))
    if (more && host.can.serverTools)
      main.append(element('div', { className: 'actions' }, button(words.next, load, { isMain: true })))
  }
  if (hadFocus) (main.querySelector('.actions button') ?? main.querySelector('button'))?.focus()
}

function show(answer) {
  if (answer.problem) {
    document.querySelector('main').replaceChildren()
    return say(answer.problem)
  }
  result = { items: [], suggestions: [], matched: 0, ...answer }
  left = [...result.suggestions, ...result.items]
  render()
}

const app = { show, render }
void begin('reading-queue-triage', app)
