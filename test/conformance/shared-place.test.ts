import assert from 'node:assert/strict'
import { it } from 'node:test'
import { DAY } from '../../src/ports/clock.ts'
import { connectAgent, type Entity, PASSWORD, signUp } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { onBothEngines } from '../support/service.ts'
import { startWebServer } from '../support/web-server.ts'

onBothEngines('People who share an instance', (service) => {
  it('do not wait for each other’s slow sites', async () => {
    const { baseUrl } = service()
    const site = await startWebServer((request, response) => {
      // What is not quick is never answered.
      if (request.url === '/quick') response.end('<title>Quick</title>')
    })
    try {
      const slow = await connectAgent(baseUrl, await signUp(baseUrl))
      for (let count = 0; count < 12; count++) await slow.save({ url: `${site.origin}/slow/${count}` })
      const quick = await connectAgent(baseUrl, await signUp(baseUrl))
      await quick.save({ url: `${site.origin}/quick` })
      const [item] = await eventually<Entity[]>(
        async () => (await quick.entity('/queue')).entities,
        ([item]) => item.properties.content.status !== 'pending',
      )
      assert.equal(item.properties.title, 'Quick')
    } finally {
      await site.stop()
    }
  })

  it('see no notice of another browser', async () => {
    const { baseUrl } = service()
    const mallory = await signUp(baseUrl)
    const page = await mallory.browser.open('/queue')
    const refused = await mallory.browser.submit(
      page,
      { url: 'Call this number' },
      { action: '/queue/save-link' },
    )
    assert.match(refused.text, /Call this number/)
    const address = new URL(refused.url)

    const ada = await signUp(baseUrl)
    const shown = await ada.browser.open(address.pathname + address.search)
    assert.equal(shown.status, 200)
    assert.doesNotMatch(shown.text, /Call this number/)
  })

  it('are not locked out by a clock that was set ahead and back', async () => {
    const { baseUrl, clock } = service()
    const person = await signUp(baseUrl)
    clock.advance(400 * DAY)
    for (let count = 0; count < 6; count++) {
      const browser = createBrowser(baseUrl)
      await browser.submit(await browser.open('/login'), {
        email: person.email,
        password: 'wrong wrong wrong',
      })
    }
    clock.advance(-400 * DAY)
    const browser = createBrowser(baseUrl)
    const page = await browser.submit(await browser.open('/login'), {
      email: person.email,
      password: PASSWORD,
    })
    assert.equal(page.status, 200)
    assert.ok(page.url.endsWith('/queue'), page.url)
  })

  it('get a response at once, whatever somebody else’s form contains', async () => {
    const { baseUrl } = service()
    const response = await fetch(`${baseUrl}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      body: Array.from({ length: 2000 }, () => 'tags=x').join('&'),
    })
    assert.equal(response.status, 413)
    assert.match(await response.text(), /at most 500 parameters/)
  })
})
