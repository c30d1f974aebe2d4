const WAIT = 25

/** Asks again and again until `isDone` says so, and gives that answer; fails with the last one after so many seconds. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isDone: (response: T) => boolean,
  seconds = 30,
): Promise<T> {
  const attempts = (seconds * 1000) / WAIT
  for (let attempt = 1; ; attempt++) {
    const response = await ask()
    if (isDone(response)) return response
    if (attempt >= attempts) throw new Error(`Never came to be; at last it was ${JSON.stringify(response)}`)
    await new Promise((resolve) => setTimeout(resolve, WAIT))
  }
}
