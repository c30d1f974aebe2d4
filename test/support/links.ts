/** A link to a place where nothing listens: fetching it is refused and put off, so its item stays as it is. */
export function deadLink(path: string, host = '127.0.0.1'): string {
  return `http://${host}:9/${path}`
}

/** A link to a port that is never asked: fetching it fails at once and for good. */
export function refusedLink(path: string): string {
  return `http://127.0.0.1:22/${path}`
}
