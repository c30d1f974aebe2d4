import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

/** What the thread requests, and the address of the server that does nothing. */
export type ProbeTarget = { url: string; access: string; floor: string }

/** The response times in milliseconds, of the service and of the server that does nothing. */
export type ProbeTimes = { times: number[]; floor: number[] }

/** The times, or why a request failed. */
export type ProbeResult = ProbeTimes | { error: string }

const { url, access, floor } = workerData as ProbeTarget
const port = parentPort!

/** @returns The time until the response to a request on a new connection, as of a new client. */
async function timeOf(url: string): Promise<number> {
  const startedAt = performance.now()
  await send(url)
  return performance.now() - startedAt
}

function send(url: string): Promise<void> {
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

const stopped = new AbortController()
port.once('message', () => stopped.abort())

const measured: ProbeTimes = { times: [], floor: [] }
let result: ProbeResult = measured
try {
  do {
    measured.times.push(await timeOf(url))
    measured.floor.push(await timeOf(floor))
  } while (!stopped.signal.aborted)
} catch (error) {
  result = { error: `${String(error)}, after ${measured.times.length} responses` }
}
port.postMessage(result, [])
port.close()
