import assert from 'node:assert/strict'
import { before, beforeEach, it } from 'node:test'
import { type Agent, connectAgent, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { createBrowser } from '../support/browser.ts'
import { deadLink } from '../support/links.ts'
import { socketOf } from '../support/oauth.ts'
import { rawRequest } from '../support/raw-request.ts'
import { onBothEngines } from '../support/service.ts'

const saveWith = (parameters: Record<string, string>) => `/save?${new URLSearchParams(parameters).toString()}`
const SAVE = { action: '/queue/save-link' }

onBothEngines('The page that saves a shared link', (service) => {
  let person: Person
  let agent: Agent
  let count = 0
  let url: string
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
  })
  beforeEach(() => {
    url = deadLink(`shared/${++count}`)
  })

  const savedCount = async (): Promise<number> => {
    const { totals } = (await agent.entity('/queue')).properties
    return totals.unread + totals.read + totals.removed
  }

  it('asks first, with everything filled in, and saves only on submit', async () => {
    const earlier = await savedCount()
    const page = await person.browser.open(saveWith({ url, title: 'A title', note: 'A note', tags: 'x' }))
    assert.equal(page.status, 200)
    const form = page.forms.find(({ action }) => action === SAVE.action)
    assert.deepEqual(
      [form?.fields['url'], form?.fields['title'], form?.fields['note'], form?.fields['tags']],
      [url, 'A title', 'A note', 'x'],
    )
    assert.equal(await savedCount(), earlier)
    const saved = await person.browser.submit(page, {}, SAVE)
    assert.match(saved.text, /Saved\./)
    const [item] = (await agent.entity('/queue')).entities
    assert.equal(item.properties.title, 'A title')
    assert.ok(saved.text.includes(`href="/queue/items/${item.properties.id}"`))
    assert.ok(saved.text.includes(`href="${url}"`))
  })

  it('shows the state of a saved link, and to its account only', async () => {
    const item = await agent.save({ url, title: 'Known' })
    const opened = async () => (await person.browser.open(saveWith({ url: `${url}#part` }))).text
    assert.match(await opened(), /Already in your queue:\s+unread, saved/)
    const path = `/queue/items/${item.properties.id}`
    for (const [action, words] of [
      ['mark-read', /queue:\s+read, saved/],
      ['remove-item', /queue:\s+in the trash, saved/],
    ] as const) {
      await person.browser.submit(await person.browser.open(path), {}, { action: `${path}/${action}` })
      assert.match(await opened(), words)
    }
    const other = await signUp(service().baseUrl)
    assert.doesNotMatch((await other.browser.open(saveWith({ url }))).text, /Already|Known/)
  })

  it('sends signed-out people through sign-in and keeps everything, even long texts', async () => {
    const long = `${url}?${'q'.repeat(3900)}`
    const path = saveWith({ url: long, title: 'Ünï & <b>', note: 'n'.repeat(4000) })
    const browser = createBrowser(service().baseUrl)
    const back = await browser.submit(await browser.open(path), { email: person.email, password: PASSWORD })
    const form = back.forms.find(({ action }) => action === SAVE.action)
    assert.deepEqual(
      [form?.fields['url'], form?.fields['title'], form?.fields['note']],
      [long, 'Ünï & <b>', 'n'.repeat(4000)],
    )
  })

  it('explains an invalid address beside the form, and a missing one with an invitation', async () => {
    for (const wrong of [
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'file:///etc/passwd',
      'https://user:word@example.org/',
      'https://',
    ]) {
      const page = await person.browser.open(saveWith({ url: wrong }))
      assert.equal(page.status, 422, wrong)
      assert.match(page.text, /role="alert"/)
      assert.equal(page.forms.find(({ action }) => action === SAVE.action)?.fields['url'], wrong)
      assert.doesNotMatch(
        page.text,
        /href="(javascript|data|file):|<script(?! type="module" src="\/assets\/)/,
      )
    }
    const empty = await person.browser.open('/save')
    assert.equal(empty.status, 200)
    assert.match(empty.text, /Paste or type the address/)
  })

  it('shows text as text', async () => {
    const attack = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
    const page = await person.browser.open(
      saveWith({ url, title: attack, text: attack, note: attack, tags: attack }),
    )
    assert.doesNotMatch(page.text, /<script(?! type="module" src="\/assets\/)|<img src=x/)
    assert.equal(page.headers.get('content-security-policy')?.includes("default-src 'none'"), true)
    const saved = await person.browser.submit(page, { tags: '' }, SAVE)
    assert.match(saved.text, /Saved\./)
    assert.doesNotMatch(saved.text, /<script(?! type="module" src="\/assets\/)|<img src=x/)
  })

  it('responds to parameters of 20 KB, repeated, malformed or forged ones with a page', async () => {
    const large = 'x'.repeat(20_000)
    for (const [path, status] of [
      [saveWith({ url: `https://example.org/${large}` }), 422],
      [saveWith({ url, title: large, text: large }), 200],
      [saveWith({ url, tags: large }), 200],
      [`/save?url=a&url=b`, 400],
      [`/save?url=%ff%fe`, 400],
      [`/save?url=%00`, 200],
      [`/save?flash=${large}`, 200],
      [`/save?__proto__=1&constructor=2&url=`, 200],
    ] as const) {
      const page = await person.browser.open(path)
      assert.equal(page.status, status, path.slice(0, 60))
      assert.match(page.text, /<h1/)
    }
  })

  it('saves nothing from another site, without the form token, or with another person’s', async () => {
    const earlier = await savedCount()
    const page = await person.browser.open(saveWith({ url }))
    const other = await signUp(service().baseUrl)
    for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
      const refused = await person.browser.submit(page, {}, { ...SAVE, headers })
      assert.equal(refused.status, 403)
    }
    // Without a valid token it is shown again, to be sent by whoever sees it.
    const foreign = other.browser.cookies.get('rq_session') ?? ''
    for (const refused of [
      await person.browser.submit(page, { form_token: '' }, SAVE),
      await person.browser.submit(page, { form_token: foreign }, SAVE),
      await other.browser.submit(page, {}, SAVE),
    ]) {
      assert.match(refused.text, /role="alert"/)
      assert.doesNotMatch(refused.text, /Saved\./)
    }
    const theirs = await other.browser.open('/queue?state=all')
    assert.equal(
      theirs.forms.some(({ action }) => action.endsWith('/mark-read')),
      false,
    )
    assert.equal(await savedCount(), earlier)
  })

  it('redirects nowhere else afterwards, whatever the form contains', async () => {
    for (const target of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
    ]) {
      const page = await person.browser.open(saveWith({ url, return: target, flash: target }))
      const saved = await person.browser.submit(page, { return: target }, SAVE)
      assert.equal(new URL(saved.url).origin, service().baseUrl)
      assert.equal(new URL(saved.url).pathname, '/queue')
    }
  })

  it('shows what was saved only to the browser that saved it', async () => {
    const saved = await person.browser.submit(
      await person.browser.open(saveWith({ url, title: 'Private' })),
      {},
      SAVE,
    )
    const other = await signUp(service().baseUrl)
    const seen = await other.browser.open(new URL(saved.url).pathname + new URL(saved.url).search)
    assert.doesNotMatch(seen.text, /Private|Saved to your queue/)
  })

  it('is read-only: other methods are refused and change nothing', async () => {
    const earlier = await savedCount()
    const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { host: new URL(service().baseUrl).host, cookie, accept: 'text/html' }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await rawRequest(socketOf(service()), saveWith({ url }), { method, headers })
      assert.equal(response.status, 405)
    }
    assert.equal(
      (await rawRequest(socketOf(service()), saveWith({ url }), { method: 'HEAD', headers })).status,
      200,
    )
    assert.equal(await savedCount(), earlier)
  })
})
