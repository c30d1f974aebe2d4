/** A link to a place where nothing listens: fetching it is refused and put off, so its item stays as it is. */
export function deadLink(path: string, host = '127.0.0.1'): string {
  return `http://${host}:9/${path}`
}
