/** A queue of one: each piece of work starts when the one before has ended, well or not. */
export type Turns = <T>(work: () => Promise<T>) => Promise<T>

export function createTurns(): Turns {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(work)
    last = mine.catch(() => undefined)
    return mine
  }
}
