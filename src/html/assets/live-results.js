// The results of a search while it is typed.

/** Milliseconds after the last key. */
const DELAY = 150

/** Returns what asks soon for the results of the form, or for none; `show` takes no answer to an earlier query. */
export const followQuery = (form, show) => {
  let timer
  let request
  const ask = async () => {
    request = new AbortController()
    const { signal } = request
    try {
      const query = new URLSearchParams(new FormData(form))
      const headers = { accept: 'application/json' }
      const response = await fetch(`/search/live?${query}`, { headers, signal })
      const answer = await response.json()
      if (!signal.aborted) show({ ...answer, isFailed: !response.ok })
    } catch {
      if (!signal.aborted) show({ isFailed: true })
    }
  }
  return (isWanted) => {
    clearTimeout(timer)
    request?.abort()
    if (isWanted) timer = setTimeout(ask, DELAY)
  }
}
