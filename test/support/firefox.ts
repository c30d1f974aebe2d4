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
  /** The same in one of the extension's own pages, in a tab or beside one. */
  inPage(name: string, script: string): Promise<unknown>
  /** The same in the page of the tab in front; it also knows `content`. */
  inTab(script: string): Promise<unknown>
  /** Clicks an element of one of the extension's own pages, as a person does. */
  click(name: string, selector: string): Promise<void>
  /** Answers the browser's question for a permission. */
  answer(decision: 'allow' | 'deny'): Promise<void>
  /** Runs a script in what stands around the pages, which knows `extension` and `gBrowser`; gives what it returns. */
  inBrowser(script: string): Promise<unknown>
  /** What the browser's console says of mistakes in the extension. */
  mistakes(): Promise<string>
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
    // Questions for permissions can be answered as soon as they are asked.
    extraPrefsFirefox: { 'security.notification_enable_delay': 0 },
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

  /** Runs a script where a browser element shows its page. */
  function inElement(element: string, script: string): Promise<unknown> {
    calls++
    return inBrowser(`
      const messages = (${element})?.messageManager
      if (!messages) return undefined
      const answer = new Promise((resolve) => {
        messages.addMessageListener('answer-${calls}', ({ data }) => resolve(data))
        // A popup that is just being put into its place, or closes, may not answer.
        setTimeout(() => resolve(undefined), 2000)
      })
      messages.loadFrameScript('data:,' + encodeURIComponent(${JSON.stringify(
        `{ const { document } = content; sendAsyncMessage('answer-${calls}', ${script}) }`,
      )}), false)
      return answer`)
  }

  const inView = (name: string, script: string) =>
    inElement(`[...${NAME}.views].find(({ uri }) => uri?.filePath === '/${name}')?.xulBrowser`, script)

  return {
    browser,
    async press() {
      const isOpen = () => inView('popup.html', 'true')
      // A popup that is still on its way out closes instead of opening.
      const open = async () => {
        await inBrowser(`
          const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs')
          await ExtensionParent.apiManager.global.browserActionFor(${NAME}).triggerAction(window)`)
        return eventually(isOpen, Boolean, 2).catch(() => false)
      }
      await eventually(open, Boolean)
    },
    inBrowser,
    inPopup: (script) => inView('popup.html', script),
    inPage: inView,
    inTab: (script) => inElement('gBrowser.selectedBrowser', script),
    async click(name, selector) {
      const press = `((element) => {
        if (!element || element.disabled) return 'none'
        const asPerson = content.windowUtils.setHandlingUserInput(true)
        element.click()
        asPerson.destruct()
        return 'clicked'
      })(document.querySelector(${JSON.stringify(selector)}))`
      await eventually(
        () => inView(name, press),
        (response) => response === 'clicked',
      )
    },
    async answer(decision) {
      const button = decision === 'allow' ? 'button' : 'secondaryButton'
      await eventually(
        () =>
          inBrowser(`
            if (!PopupNotifications.isPanelOpen) return false
            PopupNotifications.panel.firstElementChild.${button}.click()
            return true`),
        (isAnswered) => isAnswered === true,
      )
    },
    async mistakes() {
      const errors = await inBrowser(`
        return Services.console.getMessageArray()
          .filter((one) => one instanceof Ci.nsIScriptError && !(one.flags & Ci.nsIScriptError.warningFlag))
          .filter(({ sourceName }) => sourceName.startsWith('moz-extension://' + ${NAME}.uuid))
          // Pages are closed while they wait for the background.
          .filter(({ errorMessage }) => !/context unloaded/.test(errorMessage))
          .map(({ errorMessage, sourceName, lineNumber }) => errorMessage + ' ' + sourceName + ':' + lineNumber)
          .join('\\n')`)
      return String(errors)
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
