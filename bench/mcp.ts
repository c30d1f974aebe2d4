import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAgent, signUp } from '../test/support/agent.ts'
import { deadLink } from '../test/support/links.ts'
import { bearer, modernHeaders, modernMessage } from '../test/support/mcp.ts'
import { startProgram } from '../test/support/program.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { startChanging } from './changes.ts'
import { compare, CONNECTIONS, print, type Side } from './compare.ts'
import { send } from './load.ts'
import { addRatios } from './results.ts'
import type { Answer } from './sdk-server.ts'

const ITEMS = 25
const SERVER_INFO = 'io.modelcontextprotocol/serverInfo'

/** Measures listing a page of the queue beside the SDK's smallest server with the same response. */
export async function benchMcp(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'rq-bench-'))
  const program = startProgram({ DATA_DIR: folder, ALLOW_PRIVATE_FETCH: '1' })
  let sdk: ServerProcess | undefined
  let stopChanging = () => {}
  try {
    const baseUrl = await program.ready()
    const agent = await connectAgent(baseUrl, await signUp(baseUrl))
    for (let index = 0; index < ITEMS; index++) {
      const url = `${deadLink('a-page')}?${String(index).padStart(60, '0')}`
      await agent.save({
        url,
        title: `A page to read later, by number ${index}`.padEnd(60, '.'),
        tags: ['a', 'b'],
      })
    }

    const { change, stop } = startChanging(join(folder, 'reading-queue.db'))
    stopChanging = stop
    const params = { name: 'list_queue', arguments: {} }
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const revisions: [name: string, headers: Record<string, string>, message: unknown][] = [
      ['2026-07-28', modernHeaders('tools/call', params), modernMessage('tools/call', params)],
      ['2025-11-25', { 'mcp-protocol-version': '2025-11-25' }, message],
    ]
    for (const [revision, headers, message] of revisions) {
      const ours = sideOf(
        { origin: baseUrl, pid: program.process.pid! },
        { ...headers, ...bearer(agent) },
        message,
      )
      sdk ??= await startServerProcess('sdk-server.ts', answerOf(await send(ours)))
      const theirs = sideOf(sdk, headers, message)
      const lengths = [(await send(ours)).length, (await send(theirs)).length]
      if (lengths[0] !== lengths[1]) throw new Error(`The answers differ in length: ${lengths.join(', ')}`)
      print(
        `\nMCP ${revision}: list_queue with ${ITEMS} items, ${lengths[0]} characters, ${CONNECTIONS} connections`,
      )
      addRatios(`MCP ${revision}: list_queue`, await compare(ours, theirs, { baseline: 'the SDK alone' }), {
        atLeast: 0.9,
      })
      const path = () => {
        change(1)
        return '/mcp'
      }
      print('  after a change each time:')
      addRatios(
        `MCP ${revision}: list_queue after a change`,
        await compare({ ...ours, path }, { ...theirs, path }, { baseline: 'the SDK alone' }),
        { atLeast: 0.9 },
      )
    }
  } finally {
    stopChanging()
    sdk?.stop()
    program.process.kill()
    await program.ended
    rmSync(folder, { recursive: true, force: true })
  }
}

function sideOf(
  { origin, pid }: { origin: string; pid: number },
  headers: Record<string, string>,
  message: unknown,
): Side {
  const common = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  return { origin, pid, path: '/mcp', headers: { ...common, ...headers }, body: JSON.stringify(message) }
}

function answerOf(text: string): Answer {
  const { content, structuredContent, _meta: meta } = JSON.parse(text).result
  return { serverInfo: meta[SERVER_INFO], result: { content, structuredContent } }
}
