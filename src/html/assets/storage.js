// What the browser remembers of this service. Reading and writing throw where the person has blocked storage or it is full.
export const readStored = (name) => {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** Stores a text, or removes it if there is none. */
export const store = (name, text) => {
  try {
    if (text === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
  } catch {
    // It is forgotten.
  }
}
