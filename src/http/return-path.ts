/** A return path on this site; `/queue` for anything else, to prevent open redirects. */
export function returnPath(value: unknown): string {
  const isLocalPath = typeof value === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)
  return isLocalPath ? value : '/queue'
}

/** The page of this site from which a request came, if the browser tells it; see `Referrer-Policy`. */
export function refererPath(referer: string | undefined, baseUrl: string): string | undefined {
  const url = URL.parse(referer ?? '')
  return url?.origin === new URL(baseUrl).origin ? returnPath(`${url.pathname}${url.search}`) : undefined
}
