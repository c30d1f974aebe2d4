/** A stream of changes, and the events received so far. */
export type EventStream = {
  status: number
  response: Response
  /** The numbers of the received changes, in order. */
  ids: number[]
  /** The data of each event, as JSON. */
  data: string[]
  text(): string
  /** Settles when the stream has ended, by either side. */
  ended: Promise<void>
  disconnect(): void
}

/** Subscribes to the changes of a queue as Server-Sent Events. */
export async function openStream(
  baseUrl: string,
  { access }: { access: string },
  { after, lastId, onId }: { after?: string; lastId?: number; onId?: (id: number) => void } = {},
): Promise<EventStream> {
  const controller = new AbortController()
  const response = await fetch(`${baseUrl}/queue/changes${after === undefined ? '' : `?after=${after}`}`, {
    headers: {
      authorization: `Bearer ${access}`,
      accept: 'text/event-stream',
      ...(lastId === undefined ? {} : { 'last-event-id': String(lastId) }),
    },
    signal: controller.signal,
  })
  let text = ''
  const stream: EventStream = {
    status: response.status,
    response,
    ids: [],
    data: [],
    text: () => text,
    ended: Promise.resolve(),
    disconnect: () => controller.abort(),
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
        for (const block of blocks) readEvent(block)
      }
    } catch {
      // The stream was disconnected.
    }
  }

  function readEvent(block: string): void {
    if (!block.startsWith('id: ')) return
    const [id = '', , data = ''] = block.split('\n').map((line) => line.slice(line.indexOf(' ') + 1))
    const sequence = Number.parseInt(id)
    stream.ids.push(sequence)
    onId?.(sequence)
    stream.data.push(data)
  }
}
