/** What a look at one thing gave; `words` say also what to do where it is not fine. */
export type Finding = { state: 'fine' | 'note' | 'wrong'; about: string; words: string }

export function fine(about: string, words: string): Finding {
  return { state: 'fine', about, words }
}

/** Not wrong by itself, or not to be known from here. */
export function note(about: string, words: string): Finding {
  return { state: 'note', about, words }
}

export function wrong(about: string, words: string): Finding {
  return { state: 'wrong', about, words }
}
