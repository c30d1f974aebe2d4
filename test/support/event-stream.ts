/** What came of a stream of changes so far. */
export type EventStream = {
  status: number
  response: Response
  /** Numbers of the changes that came, in order. */
  ids: number[]
  /** What each of them says, as JSON. */
  data: string[]
  text(): string
  /** Settles when the stream has ended, by either side. */
  ended: Promise<void>
  cut(): void
}

/** Follows the changes of a queue as Server-Sent Events. */
export async function openStream(
  baseUrl: string,
  { access }: { access: string },
  { after, lastId, onId }: { after?: string; lastId?: number; onId?: (id: number) => void } = {},
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
    data: [],
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
    if (!block.startsWith('id: ')) return
    const [id = '', , data = ''] = block.split('\n').map((line) => line.slice(line.indexOf(' ') + 1))
    const sequence = Number.parseInt(id)
    stream.ids.push(sequence)
    onId?.(sequence)
    stream.data.push(data)
  }
}
