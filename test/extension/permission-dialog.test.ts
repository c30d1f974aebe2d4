import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { type Entity } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { inBackground } from '../support/extension.ts'
import { missingForScreen, type Screen, startScreen } from '../support/screen.ts'
import { type StartedExtension, startWithExtension } from '../support/started-extension.ts'

/** Milliseconds. */
const MOMENT = 500

const missing = missingForScreen()

describe('Chromium’s permission dialog', { skip: missing ?? false }, () => {
  let screen: Screen
  let started: StartedExtension
  before(async () => {
    screen = await startScreen()
    started = await startWithExtension({ display: screen.display })
  })
  after(async () => {
    await started?.stop()
    await screen?.stop()
  })

  /** Opens the popup over the page in front, walks to "Save all tabs" by keyboard and follows it to its tab. */
  async function openChooser(page: Page): Promise<Page> {
    const { browser } = started
    await browser.press(page)
    const focused = () => browser.inOpenPopup<string>('document.activeElement.textContent')
    const opened = browser.context.waitForEvent('page')
    await eventually(
      () => browser.inOpenPopup<string>('document.querySelector("h1")?.textContent'),
      (heading) => heading === 'Saved' || heading === 'Already in your queue',
    )
    for (let presses = 0; (await focused()) !== 'Save all tabs' && presses < 30; presses++) {
      await screen.press('Tab')
    }
    await screen.press('Return')
    const chooser = await opened
    await eventually(
      () => chooser.evaluate<string>('document.activeElement.textContent'),
      (text) => text === 'Continue',
    )
    return chooser
  }

  const isDialogOpen = () =>
    inBackground<boolean>(started.browser, 'chrome.windows.getLastFocused().then(({ focused }) => !focused)')

  /** Asks from the page in front, and answers the dialog, which takes no answer in its first moments. */
  async function ask(key: 'Return' | 'Escape', moments: number): Promise<void> {
    await screen.press('Return')
    await eventually(isDialogOpen, Boolean)
    if (key === 'Return') {
      // The browser tells nobody when its button to allow can be reached.
      await new Promise((resolve) => setTimeout(resolve, moments * MOMENT))
      await screen.press('Tab')
    }
    for (let presses = 0; (await isDialogOpen()) && presses < 10; presses++) {
      await screen.press(key)
      await eventually(isDialogOpen, (isOpen) => !isOpen, 2).catch(() => undefined)
    }
  }

  const paths = async (): Promise<string[]> => {
    const { entities } = await started.agent.entity('/queue')
    return entities.map(({ properties }: Entity) => new URL(properties.url).pathname).toSorted()
  }

  it('leads to a message that nothing was saved if it is denied, and can be opened again', async () => {
    await started.openPage('/one')
    await started.openPage('/two')
    const chooser = await openChooser(await started.openPage('/in-front'))
    await ask('Escape', 0)
    await chooser.getByText('The extension isn’t allowed to see your tabs, so nothing was saved.').waitFor()
    assert.deepEqual(await paths(), ['/in-front'])

    const save = chooser.getByRole('button', { name: 'Save 2 tabs' })
    for (let moments = 1; moments < 10 && !(await save.isVisible()); moments++) {
      await ask('Return', moments)
      await chooser.getByRole('button', { disabled: false }).waitFor()
    }
    assert.equal(await chooser.getByText('isn’t allowed').isVisible(), false)
    await eventually(
      () => chooser.evaluate<string>('document.activeElement.textContent'),
      (text) => text === 'Save 2 tabs',
    )
    await screen.press('Return')
    await chooser.getByText('Saved 2 tabs').waitFor()
    assert.deepEqual(await paths(), ['/in-front', '/one', '/two'])
  })
})
