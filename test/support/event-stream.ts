/** What came of a stream of changes so far. */
export type EventStream = {
  status: number
  response: Response
  /** Numbers of the changes that came, in order. */
  ids: number[]
  events: { id: number; data: Record<string, unknown> }[]
  text(): string
  /** Settles when the stream has ended, by either side. */
  ended: Promise<void>
  cut(): void
}

/** Follows the changes of a queue as Server-Sent Events. */
export async function openStream(
  baseUrl: string,
  { access }: { access: string },
  { after, lastId }: { after?: string; lastId?: number } = {},
): Promise<EventStream> {
  const over = new AbortController()
  const response = await fetch(`${baseUrl}/queue/changes${after === undefined ? '' : `?after=${after}`}`, {
    headers: {
      authorization: `Bearer ${access}`,
      accept: 'text/event-stream',
      ...(lastId === undefined ? {} : { 'last-event-id': String(lastId) }),
    },
    signal: over.signal,
  })
  let text = ''
  const stream: EventStream = {
    status: response.status,
    response,
    ids: [],
    events: [],
    text: () => text,
    ended: Promise.resolve(),
    cut: () => over.abort(),
  }
  stream.ended = read()
  return stream

  async function read(): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ''
    try {
      for await (const chunk of response.body ?? []) {
        const more = decoder.decode(chunk, { stream: true })
        text += more
        const blocks = (rest + more).split('\n\n')
        rest = blocks.pop() ?? ''
        for (const block of blocks) take(block)
      }
    } catch {
      // It was cut.
    }
  }

  function take(block: string): void {
    const id = /^id: (\d+)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (id === undefined || data === undefined) return
    stream.ids.push(Number(id))
    stream.events.push({ id: Number(id), data: JSON.parse(data) as Record<string, unknown> })
  }
}
