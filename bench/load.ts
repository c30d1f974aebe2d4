import { Agent, request } from 'node:http'

/** One call, sent again and again; without a body it is a GET. */
export type Call = {
  origin: string
  /** A function gives each call its own. */
  path: string | (() => string)
  headers: Record<string, string>
  body?: string | (() => string)
}

/**
 * Sends a call over `connections` connections at once for `milliseconds`; gives answers per second. Throws
 * where an answer is neither 200 nor 201.
 */
export async function callsPerSecond(call: Call, connections: number, milliseconds: number): Promise<number> {
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
  return answers / seconds
}

/** Sends a call once; gives the body of its answer. */
export function send({ origin, path, headers, body: made }: Call, agent?: Agent): Promise<string> {
  const body = typeof made === 'function' ? made() : made
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
