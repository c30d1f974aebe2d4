/** A constant that is computed when it is first needed. */
export function once<T>(compute: () => T): () => T {
  let computed: { value: T } | undefined
  return () => (computed ??= { value: compute() }).value
}

/** The same for a constant that is made of an object: computed once for each, as long as the object exists. */
export function oncePer<Key extends object, T>(compute: (key: Key) => T): (key: Key) => T {
  const computed = new WeakMap<Key, T>()
  return (key) => {
    let value = computed.get(key)
    if (value === undefined) computed.set(key, (value = compute(key)))
    return value
  }
}
