import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { imageSize } from 'image-size'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { connectAgent, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { type Pages, startPages } from '../support/pages.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'

const LOOKS: BrowserContextOptions[] = [
  { colorScheme: 'light', viewport: { width: 320, height: 640 } },
  { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
]

describe('Stats and sharing in a browser', () => {
  let chromium: Browser
  let service: TestService
  let pages: Pages
  let person: Person
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    pages = await startPages()
    person = await signUp(service.baseUrl)
    const agent = await connectAgent(service.baseUrl, person, 'Claude')
    for (const path of ['a', 'b', 'c'])
      await agent.save({ url: pages.at(`/${path}`), title: `Title ${path}` })
    await agent.save({ url: 'https://a-long-name-of-a-host.within-an-even-longer-name.example.invalid/x' })
    const queue = await person.browser.open('/queue')
    await person.browser.submit(
      queue,
      { url: pages.at('/own'), title: 'My own' },
      { action: '/queue/save-link' },
    )
    const list = await person.browser.open('/queue')
    const read = list.forms.find(({ action }) => action.endsWith('/mark-read'))
    await person.browser.submit(list, {}, { action: read?.action ?? '' })
    const { db } = service.running.services
    await db.run('UPDATE items SET reading_minutes = 200')
  })
  after(async () => {
    await chromium.close()
    await pages.close()
    await service.stop()
  })

  async function signedIn(
    options: BrowserContextOptions = {},
  ): Promise<{ context: BrowserContext; page: Page }> {
    const context = await chromium.newContext(options)
    await context.addCookies(sessionCookies(person, service.baseUrl))
    return { context, page: await context.newPage() }
  }

  for (const look of LOOKS) {
    it(`every page is accessible and within its width, ${look.colorScheme}, ${look.viewport?.width} wide`, async () => {
      const { context, page } = await signedIn(look)
      const known = encodeURIComponent(pages.at('/a'))
      for (const path of [
        '/stats',
        '/share',
        '/connect',
        '/save',
        `/save?url=${known}`,
        '/save?url=javascript:1',
      ]) {
        await page.goto(service.baseUrl + path)
        await page.evaluate(
          'document.querySelectorAll("details").forEach((details) => { details.open = true })',
        )
        await checkLooks(page, path)
      }
      await context.close()
    })
  }

  it('the labels of charts are legible at every width', async () => {
    for (const width of [320, 390, 600, 1280]) {
      const { context, page } = await signedIn({ viewport: { width, height: 800 } })
      await page.goto(`${service.baseUrl}/stats`)
      const { sizes, overlaps } = await page.evaluate<{ sizes: number[]; overlaps: string[] }>(`(() => {
        const labels = [...document.querySelectorAll('figure.chart :not(details *)')].filter((element) =>
          [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '') &&
          element.checkVisibility() && element.getBoundingClientRect().width > 1)
        const boxes = labels.map((label) => [label.textContent, label.getBoundingClientRect()])
        const sizes = labels.map((label) => parseFloat(getComputedStyle(label).fontSize))
        const overlaps = boxes.flatMap(([text, a], index) => boxes.slice(index + 1).filter(([, b]) =>
          a.left < b.right && b.left < a.right && a.top + 2 < b.bottom - 2 && b.top + 2 < a.bottom - 2)
          .map(([other]) => text + ' over ' + other))
        return { sizes, overlaps }
      })()`)
      assert.ok(sizes.length >= 20, `${sizes.length} labels`)
      for (const size of sizes) assert.ok(size >= 10.5 && size <= 18, `${size} px at ${width}`)
      assert.deepEqual(overlaps, [], `no words lie over others at ${width}`)
      await context.close()
    }
  })

  for (const javaScriptEnabled of [true, false]) {
    it(`a page is saved by way of sign-in, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const context = await chromium.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      const form = page.getByRole('main')
      const url = pages.at(`/shared-${javaScriptEnabled}`)
      const text = encodeURIComponent(`Read this: ${url}`)
      await page.goto(`${service.baseUrl}/save?text=${text}&title=Shared`)
      await page.getByLabel('Email address').fill(person.email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      assert.equal(await form.getByLabel('Link', { exact: true }).inputValue(), url)
      assert.equal(await form.getByLabel('Title').inputValue(), 'Shared')
      await form.getByLabel('Tags, separated by commas').fill('a,'.repeat(200))
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('alert').waitFor()
      assert.equal(await form.getByLabel('Link', { exact: true }).inputValue(), url)
      await form.getByLabel('Tags, separated by commas').fill('shared')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByRole('heading', { name: 'Saved to your queue' }).waitFor()
      assert.equal(await page.getByRole('link', { name: 'Back to 127.0.0.1' }).getAttribute('href'), url)
      await page.getByRole('link', { name: 'Read now' }).click()
      await page.getByRole('heading', { name: 'Shared' }).first().waitFor()
      await page.goto(`${service.baseUrl}/save?url=${encodeURIComponent(url)}`)
      await page.getByText('Already in your queue: unread, saved').waitFor()
      await context.close()
    })
  }

  it('the bookmarklet passes address, title and selection from a page of another origin', async () => {
    const { context, page } = await signedIn()
    await page.goto(`${service.baseUrl}/share`)
    const link = page.getByRole('link', { name: 'Save to my queue' })
    const href = (await link.getAttribute('href')) ?? ''
    await link.click()
    assert.equal(page.url(), `${service.baseUrl}/share`, 'it does nothing on its own page')
    assert.equal(context.pages().length, 1)

    pages.put('/foreign?a=1&b=%C3%BC', { body: `<title>“It's” 100% &amp; more</title><p>Selected words</p>` })
    await page.goto(pages.at('/foreign?a=1&b=%C3%BC#part'))
    await page.evaluate(`(() => {
      getSelection().selectAllChildren(document.querySelector('p'))
      const link = document.body.appendChild(document.createElement('a'))
      link.textContent = 'Run'
      link.href = ${JSON.stringify(href)}
    })()`)
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate('document.querySelector("a").click()'),
    ])
    const form = opened.getByRole('main')
    await form.getByRole('heading', { name: 'Save a link' }).waitFor()
    assert.equal(new URL(opened.url()).origin, service.baseUrl)
    assert.equal(
      await form.getByLabel('Link', { exact: true }).inputValue(),
      pages.at('/foreign?a=1&b=%C3%BC#part'),
    )
    assert.equal(await form.getByLabel('Title').inputValue(), "“It's” 100% & more")
    assert.equal(await form.getByLabel('Note').inputValue(), 'Selected words')
    await context.close()
  })

  it('the app can be installed: Chromium finds no error in the manifest, and the icons match it', async () => {
    const { context, page } = await signedIn()
    await page.goto(`${service.baseUrl}/queue`)
    const session = await context.newCDPSession(page)
    const { url, errors, data } = await session.send('Page.getAppManifest')
    assert.equal(url, `${service.baseUrl}/manifest.webmanifest`)
    assert.deepEqual(errors, [])
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
    // A window without a profile of its own never installs.
    assert.deepEqual(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'),
      [],
    )
    const manifest = JSON.parse(data ?? '') as { icons: { src: string; sizes: string; purpose: string }[] }
    assert.deepEqual(
      manifest.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`),
      ['192x192 any', '512x512 any', '512x512 maskable'],
    )
    const touchIcon = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? ''
    for (const { src, sizes } of [...manifest.icons, { src: touchIcon, sizes: '180x180' }]) {
      const response = await fetch(new URL(src, service.baseUrl))
      assert.equal(response.headers.get('content-type'), 'image/png')
      assert.match(response.headers.get('cache-control') ?? '', /immutable/)
      const { width, height, type } = imageSize(new Uint8Array(await response.arrayBuffer()))
      assert.deepEqual([type, `${width}x${height}`], ['png', sizes])
    }
    await context.close()
  })

  it('the manifest has the address for shared links', async () => {
    const response = await fetch(`${service.baseUrl}/manifest.webmanifest`)
    assert.equal(response.headers.get('content-type'), 'application/manifest+json')
    const {
      icons: _,
      shortcuts,
      description: __,
      ...manifest
    } = (await response.json()) as Record<string, unknown>
    assert.deepEqual(manifest, {
      id: '/queue',
      name: 'Reading Queue',
      short_name: 'Queue',
      lang: 'en',
      start_url: '/queue',
      scope: '/',
      display: 'standalone',
      background_color: '#fbfaf7',
      theme_color: '#fbfaf7',
      share_target: {
        action: '/save',
        method: 'GET',
        enctype: 'application/x-www-form-urlencoded',
        params: { url: 'url', title: 'title', text: 'text' },
      },
    })
    assert.deepEqual(
      (shortcuts as { name: string; url: string }[]).map(({ name, url }) => [name, url]),
      [
        ['Queue', '/queue'],
        ['Save a link', '/save'],
        ['Search', '/queue#search'],
        ['On this device', '/offline'],
      ],
    )
  })
})
