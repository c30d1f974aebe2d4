import { join } from 'node:path'
import { type Browser, launch, type Page } from 'puppeteer-core'
import { eventually } from './eventually.ts'
import { findExecutable } from './executable.ts'
import { buildFor } from './extension.ts'

/** Firefox with the extension in it. */
export type FirefoxExtension = {
  browser: Browser
  /** Presses the button in the tab in front, and waits for its popup. */
  press(): Promise<void>
  /** Runs a script in the popup and gives what it evaluates to, undefined where no popup answers; it knows `document`. */
  inPopup(script: string): Promise<unknown>
  close(): Promise<void>
}

/** Undefined where none is installed. */
export function findFirefox(): string | undefined {
  return findExecutable(process.env['FIREFOX'], ['firefox-esr', 'firefox'])
}

const NAME = 'extension'

export async function startFirefox(executablePath: string, address: string): Promise<FirefoxExtension> {
  const built = await buildFor(address)
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    // WebDriver keeps out of the extensions' own pages; what stands around them may look in.
    args: ['--remote-allow-system-access'],
  })
  const id = await browser.installExtension(join(built.folder, 'firefox'))

  let calls = 0
  async function inBrowser(script: string): Promise<unknown> {
    const connection = connectionOf(browser)
    const { result: tree } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' })
    const { result } = await connection.send('script.evaluate', {
      expression: `(async () => { const ${NAME} = WebExtensionPolicy.getByID('${id}').extension; ${script} })()`,
      target: { context: tree.contexts[0].context },
      awaitPromise: true,
    })
    if (result.type === 'success') return result.result.value
    throw new Error(JSON.stringify(result.exceptionDetails.text))
  }

  // It opens on install, in front of what is to be tested.
  await eventually(
    () =>
      inBrowser(`
        const tab = gBrowser.tabs.find(({ linkedBrowser }) => /welcome\\.html$/.test(linkedBrowser.currentURI.spec))
        if (tab) gBrowser.removeTab(tab)
        return tab !== undefined`),
    (isClosed) => isClosed === true,
  )

  return {
    browser,
    async press() {
      await inBrowser(`
        const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs')
        await ExtensionParent.apiManager.global.browserActionFor(${NAME}).triggerAction(window)`)
    },
    inPopup(script) {
      calls++
      return inBrowser(`
        const popup = [...${NAME}.views].find((view) => view.viewType === 'popup')
        if (!popup) return undefined
        const messages = popup.xulBrowser.messageManager
        const answer = new Promise((resolve) => {
          messages.addMessageListener('answer-${calls}', ({ data }) => resolve(data))
          // A popup that is just being put into its place, or closes, may not answer.
          setTimeout(() => resolve(undefined), 2000)
        })
        messages.loadFrameScript('data:,' + encodeURIComponent(${JSON.stringify(
          `{ const { document } = content; sendAsyncMessage('answer-${calls}', ${script}) }`,
        )}), false)
        return answer`)
    },
    async close() {
      await browser.close()
      built.remove()
    },
  }
}

/** WebDriver BiDi itself, of which puppeteer offers a part. */
type Connection = {
  // oxlint-disable-next-line typescript/no-explicit-any
  send(method: string, parameters: unknown): Promise<{ result: any }>
}

function connectionOf(browser: Browser): Connection {
  return (browser as unknown as { connection: Connection }).connection
}

/** The next page that opens by itself. */
export function nextPage(browser: Browser): Promise<Page> {
  return new Promise((resolve, reject) => {
    browser.once('targetcreated', (target) => {
      target.page().then((page) => (page ? resolve(page) : reject(new Error('It is no page.'))), reject)
    })
  })
}
