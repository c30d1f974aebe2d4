import { Agent, request } from 'node:http'

/** A call that is sent repeatedly; GET if it has no body. */
export type Call = {
  origin: string
  /** A function returns a new path for each call. */
  path: string | (() => string)
  headers: Record<string, string>
  body?: string | (() => string)
}

/** How many responses there were, and how many per second. */
export type Load = { answers: number; perSecond: number }

export async function callsPerSecond(call: Call, connections: number, milliseconds: number): Promise<number> {
  return (await sendRepeatedly(call, connections, milliseconds)).perSecond
}

/**
 * Sends a call over `connections` concurrent connections for `milliseconds`. Throws if a response is neither 200 nor
 * 201.
 */
export async function sendRepeatedly(call: Call, connections: number, milliseconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const startedAt = performance.now()
  let answers = 0
  const isOver = () => performance.now() - startedAt >= milliseconds
  async function repeat(): Promise<void> {
    while (!isOver()) {
      await send(call, agent)
      answers++
    }
  }
  await Promise.all(Array.from({ length: connections }, repeat))
  const seconds = (performance.now() - startedAt) / 1000
  agent.destroy()
  return { answers, perSecond: answers / seconds }
}

/** Sends a call once; returns the body of the response. */
export function send({ origin, path, headers, body: givenBody }: Call, agent?: Agent): Promise<string> {
  const body = typeof givenBody === 'function' ? givenBody() : givenBody
  const { hostname, port } = new URL(origin)
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        hostname,
        port,
        path: typeof path === 'string' ? path : path(),
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...length },
        ...(agent ? { agent } : {}),
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          if (response.statusCode === 200 || response.statusCode === 201) resolve(text)
          else reject(new Error(`${response.statusCode}: ${text}`))
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
