/** A return path on this site; `/queue` for anything else, to prevent open redirects. */
export function returnPath(value: unknown): string {
  const isOurs = typeof value === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)
  return isOurs ? value : '/queue'
}
