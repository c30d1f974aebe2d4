import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread of a bystander is told. */
export type Asking = { url: string; access: string }

/** What it tells: how long each answer took in milliseconds, or why there was none. */
export type Asked = { times: number[] } | { error: string }

const { url, access } = workerData as Asking
const port = parentPort!

/** Over a connection of its own, as somebody comes who was not there before. */
function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${access}`, accept: 'application/vnd.siren+json' }
    const sent = request(url, { agent: false, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
      response.on('error', reject)
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}: ${text}`)),
      )
    })
    sent.on('error', reject).end()
  })
}

const over = new AbortController()
port.once('message', () => over.abort())

const times: number[] = []
let asked: Asked = { times }
try {
  do {
    const startedAt = performance.now()
    await ask()
    times.push(performance.now() - startedAt)
  } while (!over.signal.aborted)
} catch (error) {
  asked = { error: `${String(error)}, after ${times.length} answers` }
}
port.postMessage(asked, [])
port.close()
