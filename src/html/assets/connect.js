// Tells when an agent has connected.

const POLL_MILLISECONDS = 2000

const waiting = document.querySelector('[data-status]')
const pending = waiting?.querySelector('.pending')
if (pending && !pending.hidden) {
  pending.querySelector('.again').hidden = true
  poll()
}

/** Asks while the page is seen; ends when an agent is connected or the person is signed out. */
async function poll() {
  try {
    const response = await fetch(waiting.dataset.status, { headers: { Accept: 'application/json' } })
    if (response.status === 401) return
    const { connected } = response.ok ? await response.json() : {}
    if (connected) return show(connected)
  } catch {
    // The service restarts, or the network is away.
  }
  setTimeout(whenSeen, POLL_MILLISECONDS)
}

function whenSeen() {
  if (document.visibilityState === 'visible') void poll()
  else document.addEventListener('visibilitychange', whenSeen, { once: true })
}

function show({ name, path }) {
  const done = waiting.querySelector('.done')
  const link = done.querySelector('a')
  link.href = path
  link.querySelector('bdi').textContent = name
  pending.hidden = true
  done.hidden = false
}
