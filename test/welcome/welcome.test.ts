import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContext } from 'playwright-core'
import { connectAgent, connectExtension, PASSWORD, type Person } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { onBothEngines, startService, type TestService } from '../support/service.ts'

const WELCOME = '/welcome'
let count = 0

/** Signs up without going through the first steps. */
async function newcomer(baseUrl: string): Promise<Person> {
  const browser = createBrowser(baseUrl)
  const email = `newcomer-${++count}@example.org`
  await browser.submit(await browser.open('/signup'), { email, password: PASSWORD })
  return { email, browser }
}

onBothEngines('The first steps of a new account', (service) => {
  const headingOf = ({ text }: { text: string }) => /<h1[^>]*>([^<]*)/.exec(text)?.[1]?.trim()
  const onwards = async ({ browser }: Person, fields: Record<string, string> = {}) =>
    browser.submit(await browser.open(WELCOME), fields, { action: WELCOME })

  it('are shown one after the other, then never again, and only for this account', async () => {
    const [person, other] = [await newcomer(service().baseUrl), await newcomer(service().baseUrl)]
    const { browser } = person
    assert.equal(headingOf(await browser.open('/queue')), 'Bring your links')
    const links = [deadLink('welcome/1'), deadLink('welcome/2')].join('\n')
    const saved = await browser.submit(
      await browser.open('/queue'),
      { url: links },
      { action: '/queue/save-link' },
    )
    assert.equal(new URL(saved.url).pathname, WELCOME)
    assert.match(saved.text, /2 links are in your queue/)
    assert.equal(headingOf(await onwards(person)), 'Save from your browser')
    // A form that is sent twice, or again from an old page, skips nothing.
    assert.equal(headingOf(await onwards(person, { step: '1' })), 'Save from your browser')
    assert.equal(headingOf(await onwards(person)), 'Connect an agent')
    assert.equal(new URL((await onwards(person)).url).pathname, '/queue')
    assert.equal(new URL((await browser.open(WELCOME)).url).pathname, '/queue')
    assert.match((await browser.open('/queue')).text, /id="list-heading"/)
    assert.equal(headingOf(await other.browser.open('/queue')), 'Bring your links')
  })

  it('can be gone back to, and on again, and no farther than the person has come', async () => {
    const person = await newcomer(service().baseUrl)
    const { browser } = person
    assert.doesNotMatch((await browser.open(WELCOME)).text, />Back</)
    assert.equal(headingOf(await browser.open('/welcome?step=3')), 'Bring your links')
    await onwards(person)
    const third = await onwards(person)
    assert.equal(headingOf(third), 'Connect an agent')
    const back = async ({ text }: { text: string }) =>
      browser.open(/href="([^"]*)">Back</.exec(text)?.[1] ?? '')
    const second = await back(third)
    assert.equal(headingOf(second), 'Save from your browser')
    const first = await back(second)
    assert.equal(headingOf(first), 'Bring your links')
    const saved = await browser.submit(
      first,
      { url: deadLink('welcome/back') },
      { action: '/queue/save-link' },
    )
    assert.equal(headingOf(saved), 'Bring your links')
    assert.match(saved.text, /1 link is in your queue/)
    assert.equal(headingOf(await browser.submit(saved, {}, { action: WELCOME })), 'Save from your browser')
    assert.equal(headingOf(await browser.open(WELCOME)), 'Connect an agent')
  })

  it('have the names of their cards, of which a phone shows the current one and its number', async () => {
    const person = await newcomer(service().baseUrl)
    const names = ({ text }: { text: string }) =>
      [...text.matchAll(/<li[^>]*><span><span class="number">Step (\d) of 3 · <\/span>([^<]*)</g)].map(
        ([, number, name]) => `${number} ${name}`,
      )
    const steps = ['Bring your links', 'Save from your browser', 'Connect an agent']
    for (const step of steps) {
      const page = await person.browser.open(WELCOME)
      assert.deepEqual(
        names(page),
        steps.map((name, index) => `${index + 1} ${name}`),
      )
      assert.equal(headingOf(page), step)
      if (step !== steps.at(-1)) await onwards(person)
    }
  })

  it('can be skipped at once, and don’t block a list, an item or a page', async () => {
    const person = await newcomer(service().baseUrl)
    for (const path of ['/queue?state=unread', '/agents', '/connect']) {
      const page = await person.browser.open(path)
      assert.equal(page.status, 200)
      assert.notEqual(headingOf(page), 'Bring your links')
    }
    const page = await onwards(person, { skip: 'all' })
    assert.equal(new URL(page.url).pathname, '/queue')
    assert.match(page.text, /id="list-heading"/)
  })

  it('save the valid links of a list, and leave the invalid line in the form with an error', async () => {
    const { browser } = await newcomer(service().baseUrl)
    const links = `${deadLink('welcome/3')}\nnot a link`
    const failed = await browser.submit(
      await browser.open('/queue'),
      { url: links },
      { action: '/queue/save-link' },
    )
    assert.equal(new URL(failed.url).pathname, WELCOME)
    assert.match(failed.text, /role="alert"/)
    assert.match(failed.text, /No link in: “not a link”/)
    assert.equal(failed.text.split('not a link</textarea>').length, 2, 'It is in one of the forms.')
    assert.match(failed.text, /1 link is in your queue/)
  })

  it('are linked from the list until they are finished', async () => {
    const person = await newcomer(service().baseUrl)
    const step = async () => {
      const { text } = await person.browser.open('/queue?state=unread')
      return /Getting started, step (\d) of 3:\s*<a href="\/welcome\?step=\d">([^<]*)</.exec(text)?.slice(1)
    }
    const url = deadLink('welcome/begun')
    await person.browser.submit(await person.browser.open('/queue'), { url }, { action: '/queue/save-link' })
    // Links are there already.
    assert.deepEqual(await step(), ['2', 'Save from your browser'])
    assert.equal(headingOf(await person.browser.open('/welcome?step=2')), 'Save from your browser')
    await onwards(person, { step: '1' })
    assert.deepEqual(await step(), ['2', 'Save from your browser'])
    await onwards(person, { step: '2' })
    await onwards(person, { step: '3' })
    assert.equal(await step(), undefined)
    const busy = await newcomer(service().baseUrl)
    const many = Array.from({ length: 11 }, (_, index) => deadLink(`welcome/many/${index}`)).join('\n')
    await busy.browser.submit(
      await busy.browser.open('/queue'),
      { url: many },
      { action: '/queue/save-link' },
    )
    assert.doesNotMatch((await busy.browser.open('/queue?state=unread')).text, /Getting started/)
  })

  it('show which agent has connected, without counting an extension', async () => {
    const person = await newcomer(service().baseUrl)
    await onwards(person, { step: '1' })
    await onwards(person, { step: '2' })
    const isWaiting = async () =>
      !/class="pending" hidden/.test((await person.browser.open('/queue')).text.replaceAll(/\s+/g, ' '))
    assert.equal(await isWaiting(), true)
    await connectExtension(service().baseUrl, person)
    assert.equal(await isWaiting(), true)
    await connectAgent(service().baseUrl, person, 'Codex')
    assert.equal(await isWaiting(), false)
  })

  it('show only what works at this address, and no extension that isn’t published', async () => {
    const person = await newcomer(service().baseUrl)
    await onwards(person, { step: '1' })
    const extension = await person.browser.open('/queue')
    const hrefs = [...extension.text.matchAll(/href="(\/extension\/[^"]*)"/g)].map(([, href = '']) => href)
    for (const href of hrefs) assert.equal((await person.browser.open(href)).status, 200)
    for (const wrong of ['/extension/opera.zip', '/extension/..%2F..%2Fpackage.json'])
      assert.equal((await person.browser.open(wrong)).status, 404)
    await onwards(person, { step: '2' })
    const { text } = await person.browser.open('/queue')
    // Claude connects from its maker's servers, which can't reach this computer.
    assert.doesNotMatch(text, /\/welcome\?app=claude#/)
    assert.match(text, /\/welcome\?app=claude-code#/)
    assert.match((await person.browser.open('/welcome?app=codex')).text, /codex mcp add/)
    assert.doesNotMatch((await person.browser.open('/welcome?app=claude')).text, /Connect Claude</)
  })

  it('change nothing for a form of another site or without a session', async () => {
    const person = await newcomer(service().baseUrl)
    const page = await person.browser.open('/queue')
    const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    assert.equal((await person.browser.submit(page, {}, { action: WELCOME, headers })).status, 403)
    const forged = await person.browser.submit(page, { form_token: 'x' }, { action: WELCOME })
    assert.equal(forged.status, 403)
    const out = await fetch(service().baseUrl + WELCOME, { method: 'POST', redirect: 'manual' })
    assert.match(out.headers.get('location') ?? '', /^\/login/)
    assert.equal(headingOf(await person.browser.open('/queue')), 'Bring your links')
  })
})

describe('The first steps in a browser', () => {
  let chromium: Browser
  let service: TestService
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
  })
  after(async () => {
    await chromium.close()
    await service.stop()
  })

  async function opened(options: Parameters<Browser['newContext']>[0]): Promise<[Person, BrowserContext]> {
    const person = await newcomer(service.baseUrl)
    const context = await chromium.newContext(options)
    const url = service.baseUrl
    await context.addCookies(sessionCookies(person, url))
    return [person, context]
  }

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 390],
  ] as const) {
    it(`complete themselves once an agent has connected; ${colorScheme}, ${width} wide`, async () => {
      const [person, context] = await opened({ colorScheme, viewport: { width, height: 844 } })
      const page = await context.newPage()
      const look = async (name: string) => {
        await checkLooks(page, name)
        const folder = process.env['SCREENSHOTS']
        if (folder) await page.screenshot({ path: `${folder}/welcome-${name}-${width}.png`, fullPage: true })
      }
      await page.goto(`${service.baseUrl}/queue`)
      await look('library')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('heading', { name: 'Save from your browser' }).waitFor()
      const isShown = await page.evaluate<boolean[]>(
        `[...document.querySelectorAll('.stages li > span')].map((name) => getComputedStyle(name).clipPath === 'none')`,
      )
      assert.deepEqual(isShown, width < 640 ? [false, true, false] : [true, true, true])
      assert.equal(await page.getByText('Step 2 of 3 ·').isVisible(), width < 640)
      await look('extension')
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('link', { name: 'Codex' }).click()
      await page.getByText('Waiting for an agent to connect…').waitFor()
      await page.getByRole('button', { name: 'Copy' }).first().waitFor()
      await look('agent')
      await connectAgent(service.baseUrl, person, 'Codex')
      await page.getByText('Codex is connected.').waitFor()
      await look('connected')
      await page.getByRole('button', { name: 'Go to your queue' }).click()
      await page.locator('#list-heading').waitFor()
      await context.close()
    })
  }

  it('save one link by Enter, in the page and in the dialog over it', async () => {
    const [, context] = await opened({})
    const page = await context.newPage()
    await page.goto(`${service.baseUrl}/queue`)
    await page.locator('#welcome-url').fill('not a link')
    await page.locator('#welcome-url').press('Enter')
    await page.locator('.field:has(#welcome-url) > .notice').getByText('Enter a full web address').waitFor()
    await page.locator('#welcome-url').fill(deadLink('welcome/by-enter'))
    await page.locator('#welcome-url').press('Enter')
    await page.getByText('1 link is in your queue').waitFor()
    await page.keyboard.press('c')
    await page.locator('#save-link-url').fill(deadLink('welcome/in-dialog'))
    await page.locator('#save-link-url').press('Enter')
    await page.getByText('Saved.').waitFor()
    await page.goto(`${service.baseUrl}/welcome`)
    await page.locator('#welcome-url').fill(`${deadLink('welcome/a')}\n${deadLink('welcome/b')}`)
    await page.locator('#welcome-url').press('Control+Enter')
    await page.getByText('4 links are in your queue').waitFor()
    await context.close()
  })

  it('work without scripts, by loading the page again', async () => {
    const [person, context] = await opened({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${service.baseUrl}/queue`)
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Save from your browser' }).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await connectAgent(service.baseUrl, person, 'Zed')
    await page.getByRole('link', { name: 'Look again' }).click()
    await page.getByText('Zed is connected.').waitFor()
    await context.close()
  })
})
