// Talks to the host around the frame, which calls tools for it: JSON-RPC over postMessage, as MCP Apps say.

const pending = new Map()
let lastId = 0

function send(message) {
  // The host's origin is not known; nothing that is sent is a secret of another site.
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
}

/** The answer of the host; rejects with its error. */
function ask(method, params) {
  const id = ++lastId
  const { promise, resolve, reject } = Promise.withResolvers()
  pending.set(id, { resolve, reject })
  send({ id, method, params })
  return promise
}

/** What a tool answered, whether as structured content or as text, which is all that some hosts hand on. */
function read({ structuredContent, content = [], isError = false }) {
  const text = content.map((block) => block.text ?? '').join('\n')
  if (isError) return { problem: text }
  if (structuredContent) return structuredContent
  try {
    return JSON.parse(text)
  } catch {
    return { problem: text }
  }
}

export const host = { can: {}, context: {} }

/** Calls a tool through the host; a refusal is an answer with a `problem`. */
export async function call(name, args) {
  try {
    return read(await ask('tools/call', { name, arguments: args }))
  } catch (error) {
    return { problem: error.message || words.refused }
  }
}

const told = []

/** Tells the model what the person did here, without texts that others wrote. */
export function tell(sentence) {
  told.push(sentence)
  if (!host.can.updateModelContext) return
  ask('ui/update-model-context', { content: [{ type: 'text', text: told.join('\n') }] }).catch(() => {})
}

/** Lets the host open an address of the web; false if it can't. */
export async function open(url) {
  try {
    const answer = await ask('ui/open-link', { url })
    return answer?.isError !== true
  } catch {
    return false
  }
}

export function isWebAddress(url) {
  return /^https?:\/\//i.test(url ?? '')
}

const VARIABLE = /^--(color|font|border|shadow)-[\w-]{1,60}$/

function applyContext(context) {
  Object.assign(host.context, context)
  const { theme, styles, locale, displayMode } = host.context
  const root = document.documentElement
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (locale) root.lang = 'en'
  root.dataset.mode = displayMode ?? 'inline'
  for (const [name, value] of Object.entries(styles?.variables ?? {}))
    if (VARIABLE.test(name) && typeof value === 'string') root.style.setProperty(name, value)
}

/** Begins: `app.show` gets the result of the tool, `app.render` is called when the host has changed how it shows the app. */
export async function begin(name, app) {
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || data?.jsonrpc !== '2.0') return
    if (data.method === undefined) {
      const waiting = pending.get(data.id)
      pending.delete(data.id)
      if (data.error) waiting?.reject(new Error(data.error.message))
      else waiting?.resolve(data.result)
      return
    }
    if (data.id !== undefined) {
      const isKnown = data.method === 'ui/resource-teardown' || data.method === 'ping'
      send({ id: data.id, ...(isKnown ? { result: {} } : { error: { code: -32601, message: 'Not found' } }) })
      return
    }
    if (data.method === 'ui/notifications/tool-result') app.show(read(data.params ?? {}))
    if (data.method === 'ui/notifications/tool-cancelled') app.show({ problem: words.cancelled })
    if (data.method === 'ui/notifications/host-context-changed') {
      applyContext(data.params ?? {})
      app.render()
    }
  })
  const answer = await ask('ui/initialize', {
    protocolVersion: '2026-01-26',
    appInfo: { name, version: '1' },
    appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  })
  host.can = answer?.hostCapabilities ?? {}
  applyContext(answer?.hostContext ?? {})
  app.render()
  send({ method: 'ui/notifications/initialized', params: {} })
  const root = document.documentElement
  new ResizeObserver(() => {
    const { width } = root.getBoundingClientRect()
    const height = Math.ceil(document.body.getBoundingClientRect().height)
    send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height } })
  }).observe(document.body)
}

export function element(name, { text, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties)
  if (text !== undefined) made.textContent = text
  made.append(...children)
  return made
}

/** A button that does one thing at a time, and keeps the focus meanwhile. */
export function button(label, act, { isMain = false, about } = {}) {
  const made = element('button', { type: 'button', text: label, className: isMain ? 'main' : '' })
  if (about) made.setAttribute('aria-label', `${label}: ${about}`)
  made.addEventListener('click', async () => {
    if (made.getAttribute('aria-disabled') === 'true') return
    made.setAttribute('aria-disabled', 'true')
    await act()
    made.removeAttribute('aria-disabled')
  })
  return made
}

/** A button that asks the host for more room; undefined where there is none to be had. */
export function expander() {
  const { availableDisplayModes = [], displayMode = 'inline' } = host.context
  if (displayMode !== 'inline' || !availableDisplayModes.includes('fullscreen')) return undefined
  return button(words.more, async () => {
    const { mode } = (await ask('ui/request-display-mode', { mode: 'fullscreen' }).catch(() => ({}))) ?? {}
    if (!mode) return
    applyContext({ displayMode: mode })
    app.render()
  })
}

const status = document.querySelector('[role=status]')

/** Says what happened, with a way back if there is one. */
export function say(text, ...more) {
  status.replaceChildren(element('span', { text }), ...more)
}

export function isFullscreen() {
  return document.documentElement.dataset.mode === 'fullscreen'
}
