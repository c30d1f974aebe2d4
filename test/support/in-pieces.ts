import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page } from 'playwright-core'

/** Tags of the body that come in pieces, and in one piece; what is after them comes at once. */
const TAGS_IN_PIECES = 600
const TAGS_IN_PIECE = 5

/** Keeps in the page what moved by itself: its markup, and its left, top, width and height before and after. */
const RECORD = `{
  globalThis.moves = []
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ')
  const markup = (node) => (node?.outerHTML ?? node?.parentNode?.outerHTML ?? 'removed').slice(0, 120)
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      const moved = sources.map(({ node, previousRect, currentRect }) =>
        markup(node) + ' from ' + box(previousRect) + ' to ' + box(currentRect))
      moves.push([value, ...moved].join('\\n'))
    }
  }).observe({ type: 'layout-shift', buffered: true })
}`

/** Comes about when all is painted that has come. A page that is not to be painted yet has no frames to wait for. */
const PAINTED = `new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done))
  setTimeout(done, 30)
})`

/**
 * Opens a page of the service as a slow line brings it: its markup in pieces, the next once the one before it is
 * painted, and its scripts last. `look` is for what is to be seen of it then.
 */
export async function openInPieces(page: Page, address: string, look = async () => {}): Promise<string[]> {
  const { hostname, port, host, pathname, search } = new URL(address)
  const committed = Promise.withResolvers<void>()
  const painted = Promise.withResolvers<void>()
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, host, 'accept-encoding': 'identity' }
    const forwarded = request({ hostname, port, method: incoming.method, path: incoming.url, headers })
    forwarded.on('response', async (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      if (incoming.headers['sec-fetch-dest'] === 'script') await painted.promise
      if (incoming.headers['sec-fetch-dest'] !== 'document') return response.pipe(outgoing)
      const [head = '', body = ''] = (await text(response)).split(/(?<=<\/head>)/)
      outgoing.write(head)
      await committed.promise
      const tags = body.match(/[^>]*>/g) ?? []
      for (let sent = 0; sent < TAGS_IN_PIECES; sent += TAGS_IN_PIECE) {
        outgoing.write(tags.slice(sent, sent + TAGS_IN_PIECE).join(''))
        await page.evaluate(PAINTED)
      }
      outgoing.end(tags.slice(TAGS_IN_PIECES).join(''))
      await page.evaluate(PAINTED)
      return painted.resolve()
    })
    incoming.pipe(forwarded)
  }).listen(0, hostname)
  await once(server, 'listening')
  try {
    await page.addInitScript(RECORD)
    const { port: own } = server.address() as AddressInfo
    await page.goto(`http://${hostname}:${own}${pathname}${search}`, { waitUntil: 'commit' })
    committed.resolve()
    await page.waitForLoadState('networkidle')
    await look()
    await page.evaluate(PAINTED)
    return await page.evaluate<string[]>('moves')
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
