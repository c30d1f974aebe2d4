import { request } from 'node:http'

export type RawResponse = {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

type RawRequest = {
  method?: string
  /** Exactly these; fetch would add some of its own. */
  headers?: Record<string, string>
  /** Chunks are sent without content-length. */
  body?: string | Buffer | (string | Buffer)[]
}

/** Sends a request as it stands: its path and headers are not mended, and nothing but framing is added. */
export function rawRequest(
  baseUrl: string,
  path: string,
  { method = 'GET', headers = {}, body }: RawRequest = {},
): Promise<RawResponse> {
  const { hostname, port } = new URL(baseUrl)
  const framing = framingOf(body)
  return new Promise((resolve, reject) => {
    let isAnswered = false
    const sent = request(
      { hostname, port, path, method, headers: { ...framing, ...headers }, agent: false },
      (response) => {
        isAnswered = true
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          }),
        )
      },
    )
    // The service may answer, and close, before a body that is too large was sent whole.
    sent.on('error', (error) => {
      if (!isAnswered) reject(error)
    })
    for (const chunk of Array.isArray(body) ? body : []) sent.write(chunk)
    if (body !== undefined && !Array.isArray(body)) sent.end(body)
    else sent.end()
  })
}

/** Node frames no body of a DELETE by itself. */
function framingOf(body: RawRequest['body']): Record<string, string> {
  if (body === undefined) return {}
  if (Array.isArray(body)) return { 'transfer-encoding': 'chunked' }
  return { 'content-length': String(Buffer.byteLength(body)) }
}
