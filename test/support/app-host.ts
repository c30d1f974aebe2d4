import type { Browser, Frame, Page } from 'playwright-core'
import type { ToolAnswer } from './mcp.ts'

/** The policy of a host for an app that asks for nothing. */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'none'"

type HostOptions = {
  html: string
  theme?: 'light' | 'dark'
  width?: number
  /** What the host can do for the app. */
  can?: Record<string, object>
  /** Calls a tool of the server for the app. */
  call(name: string, args: Record<string, unknown>): Promise<ToolAnswer>
}

/** An app in a host of its own: a page with the app in a sandboxed frame, and nothing but messages between them. */
export type AppHost = {
  page: Page
  frame: Frame
  /** Every message of the app with a method, in order. */
  sent(): Promise<{ method: string; params: Record<string, never> }[]>
  notify(method: string, params: object): Promise<void>
  /** Asks the app something; its answer. */
  ask(method: string): Promise<object>
  /** What browsers complain of: errors, and what the policy refused. */
  complaints: string[]
}

const CAN = { serverTools: {}, openLinks: {}, updateModelContext: {} }

export async function openApp(
  browser: Browser,
  { html, theme = 'light', width = 760, can = CAN, call }: HostOptions,
): Promise<AppHost> {
  const page = await browser.newPage({ viewport: { width, height: 900 } })
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.exposeFunction('callTool', call)
  const app = html.replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`)
  await page.setContent('<!doctype html><body style="margin:0"></body>')
  await page.evaluate(hostScript, { app, theme, can })
  await page.waitForFunction('window.isReady')
  return {
    page,
    frame: page.frames()[1]!,
    complaints,
    sent: () => page.evaluate('window.sent'),
    notify: (method, params) => page.evaluate(`window.send(${JSON.stringify({ method, params })})`),
    ask: (method) => page.evaluate(`window.ask(${JSON.stringify({ method, params: {} })})`),
  }
}

/** Runs in the page, as a client would around the frame of an app. */
function hostScript({ app, theme, can }: { app: string; theme: string; can: object }): void {
  // oxlint-disable-next-line typescript/no-explicit-any
  const host = globalThis as any
  const { document } = host
  host.sent = []
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  Object.assign(frame.style, { border: '0', inlineSize: '100%', blockSize: '900px', display: 'block' })
  host.send = (message: object) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const waiting = new Map<unknown, (response: unknown) => void>()
  host.ask = (message: object) =>
    new Promise((resolve) => {
      waiting.set('asked', resolve)
      host.send({ id: 'asked', ...message })
    })
  const answers: Record<string, (params: { name: string; arguments: object; mode: string }) => unknown> = {
    'ui/initialize': () => ({
      protocolVersion: '2026-01-26',
      hostInfo: { name: 'test', version: '1' },
      hostCapabilities: can,
      hostContext: {
        theme,
        displayMode: 'inline',
        availableDisplayModes: ['inline', 'fullscreen'],
        locale: 'en-GB',
        timeZone: 'UTC',
      },
    }),
    'ui/request-display-mode': ({ mode }) => ({ mode }),
    'ui/open-link': () => ({}),
    'ui/update-model-context': () => ({}),
    'tools/call': ({ name, arguments: given }) => host.callTool(name, given),
  }
  host.addEventListener(
    'message',
    async ({ source, data }: { source: unknown; data: Record<string, never> }) => {
      if (source !== frame.contentWindow) return
      const { id, method, params, ...rest } = data
      if (method === undefined) return waiting.get(id)?.(rest)
      host.sent.push({ method, params })
      if (method === 'ui/notifications/initialized') host.isReady = true
      if (id === undefined) return
      const answer = answers[method]
      if (answer) host.send({ id, result: await answer(params as never) })
      else host.send({ id, error: { code: -32601, message: 'There is no such method.' } })
    },
  )
  frame.srcdoc = app
  document.body.append(frame)
}
