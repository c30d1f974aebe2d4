// Follows the changes of the queue, also by agents, other windows and finished fetches.
/* oxlint-disable unicorn/require-post-message-target-origin -- a BroadcastChannel has its own origin alone. */
const CHANNEL = 'queue-changes'
const FIRST_DELAY = 1000
const RETRY_DELAY = 60000

/**
 * Calls `onChange` with the number of the latest change whenever there is one after `latest()`. A browser has one stream:
 * the first of its visible windows holds it and tells the others; while none is visible there is none.
 */
export const followChanges = (latest, onChange) => {
  const channel = new BroadcastChannel(CHANNEL)
  let source
  let stopStream
  let retry
  channel.addEventListener('message', ({ data }) => {
    if (data !== 'ask') onChange(data)
    else if (source) channel.postMessage(latest())
  })

  /** Resolves when the stream ends, so that another window may have one. */
  const stream = (signal) =>
    new Promise((resolve) => {
      source = new EventSource(`/queue/live?after=${latest()}`)
      const end = () => {
        source?.close()
        source = undefined
        resolve()
      }
      source.addEventListener('message', ({ data }) => {
        channel.postMessage(Number(data))
        onChange(Number(data))
      })
      source.addEventListener('error', () => {
        // The browser connects again by itself unless it was refused.
        if (source?.readyState !== EventSource.CLOSED) return
        end()
        retry = setTimeout(follow, RETRY_DELAY)
      })
      signal.addEventListener('abort', end)
    })

  const follow = () => {
    stopStream?.()
    clearTimeout(retry)
    if (document.hidden) return
    const controller = new AbortController()
    stopStream = () => controller.abort()
    const { signal } = controller
    // Browsers have locks only where the connection is secure.
    if (!navigator.locks) return stream(signal)
    // Rejects if this window is hidden before it gets the lock.
    navigator.locks.request(CHANNEL, { signal }, () => stream(signal)).catch(() => {})
    channel.postMessage('ask')
  }

  document.addEventListener('visibilitychange', follow)
  setTimeout(follow, FIRST_DELAY)
}
