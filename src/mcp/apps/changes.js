// Shows what agents changed last, newest first; each can be undone, or says why not.

import { begin, button, call, element, expander, host, isFullscreen, say, tell } from './bridge.js'

/** Rows where there is little room. */
const FEW = 4

let result

function when(at) {
  const { locale, timeZone } = host.context
  try {
    return new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  } catch {
    return new Date(at).toLocaleString()
  }
}

function row(change) {
  const { act, by, did, count, titles, at, undone, because } = change
  const about = [by, count > 1 ? words.items.replace('{count}', count) : undefined, when(at)].filter(Boolean)
  const undo = async () => {
    const answer = await call('undo_change', { change: act })
    if (answer.problem) return say(answer.problem)
    if (answer.suggested) return say(words.suggested)
    change.undone = true
    tell(`The person undid act ${act}.`)
    render()
    say(answer.words ?? words.undone)
  }
  const more = count > titles.length ? ` · ${words.others.replace('{count}', count - titles.length)}` : ''
  const item = element(
    'li',
    {},
    element('p', { className: 'did', text: did }),
    element('p', { className: 'titles', dir: 'auto', text: titles.join(' · ') + more }),
    element('p', { className: 'about', dir: 'auto', text: about.join(' · ') }),
  )
  if (undone) item.append(element('p', { className: 'about', text: words.undone }))
  else if (because) item.append(element('p', { className: 'about', text: because }))
  else if (host.can.serverTools)
    item.append(button(words.undo, undo, { about: `${did}, ${titles[0] ?? ''}` }))
  return item
}

function render() {
  if (!result) return
  const main = document.querySelector('main')
  main.removeAttribute('aria-busy')
  const hadFocus = main.contains(document.activeElement)
  const rows = isFullscreen() ? result.changes : result.changes.slice(0, FEW)
  const hidden = result.changes.length - rows.length
  const heading = element('h1', { text: result.changes.length > 0 ? words.heading : words.none })
  const list = element('ul', {}, ...rows.map(row))
  main.replaceChildren(heading, ...(rows.length > 0 ? [list] : []))
  const wider = hidden > 0 ? expander() : undefined
  if (hidden > 0)
    main.append(element('p', { className: 'about', text: words.hidden.replace('{count}', hidden) }))
  if (wider) main.append(wider)
  if (hadFocus) main.querySelector('button')?.focus()
}

function show(answer) {
  if (answer.problem) {
    document.querySelector('main').replaceChildren()
    return say(answer.problem)
  }
  result = { changes: [], ...answer }
  render()
}

const app = { show, render }
void begin('reading-queue-changes', app)
