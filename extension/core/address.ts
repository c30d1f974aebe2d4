/** An address without its fragment, which pages change while being read. */
export function withoutFragment(address: string): string {
  const { origin, pathname, search } = new URL(address)
  return origin + pathname + search
}
