/** Where to go after signing in: a path of ours, or the queue for anything else. */
export function returnPath(value: unknown): string {
  const isOurs = typeof value === 'string' && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(value)
  return isOurs ? value : '/queue'
}
