import assert from 'node:assert/strict'
import { before, describe, it, test } from 'node:test'
import {
  parseAppearanceSettings,
  DEFAULT_APPEARANCE,
  readAppearanceSettings,
} from '../../src/accounts/appearance-settings.ts'
import { type Person, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

test('invalid stored settings are read as valid ones', () => {
  assert.deepEqual(readAppearanceSettings(null), DEFAULT_APPEARANCE)
  for (const kept of ['', '{', 'null', '1', '"dark"', '[]', '{"theme":"__proto__"}', '{"size":["large"]}']) {
    assert.deepEqual(readAppearanceSettings(kept), DEFAULT_APPEARANCE, kept)
  }
  assert.deepEqual(readAppearanceSettings('{"theme":"dark","font":"comic","extra":1}'), {
    ...DEFAULT_APPEARANCE,
    theme: 'dark',
  })
})

test('an invalid choice leaves the previous one unchanged', () => {
  const before = { ...DEFAULT_APPEARANCE, size: 'large' } as const
  assert.deepEqual(parseAppearanceSettings({ theme: 'light', size: 'huge' }, before), {
    ...before,
    theme: 'light',
  })
})

onBothEngines('Settings', (service) => {
  let person: Person
  let path: string
  before(async () => {
    person = await signUp(service().baseUrl)
    const queue = await person.browser.open('/queue')
    await person.browser.submit(queue, { url: deadLink('settings') }, { action: '/queue/save-link' })
    path = await itemPath()
  })

  async function itemPath(): Promise<string> {
    const { text } = await person.browser.open('/queue')
    return /\/queue\/items\/[\w-]{36}/.exec(text)![0]
  }

  async function choose(fields: Record<string, string>) {
    const page = await person.browser.open('/queue')
    const token = /name="form_token" value="([^"]*)"/.exec(page.text)![1]!
    const forms = [{ action: '/settings', method: 'post', fields: { form_token: token, return: path } }]
    return person.browser.submit({ ...page, forms }, fields)
  }

  it('apply to every page of the person, at once and in every session', async () => {
    const response = await choose({ theme: 'dark', size: 'largest', font: 'wide' })
    assert.equal(response.status, 200)
    assert.equal(new URL(response.url).pathname, path)
    assert.match(response.text, /Appearance saved\./)
    assert.match(response.text, /data-size="largest"\s+data-font="wide"\s+data-lines="normal"/)
    for (const page of ['/queue', '/agents', '/connect', path]) {
      assert.match((await person.browser.open(page)).text, /<html lang="en" data-theme="dark">/, page)
    }
  })

  it('are saved one by one, and only if they are offered', async () => {
    await choose({ theme: 'light', measure: 'wide' })
    await choose({ theme: '"><script>', size: 'small' })
    const { text } = await person.browser.open(path)
    assert.match(text, /data-theme="light"/)
    assert.match(text, /data-size="small"[^>]*data-measure="wide"/)
    assert.doesNotMatch(text, /"><script>/)
  })

  describe('are not changed', () => {
    it('by a form of another site, or without a session', async () => {
      const init = { method: 'POST', redirect: 'manual' } as const
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const body = 'theme=dark'
      const forged = await fetch(`${service().baseUrl}/settings`, {
        ...init,
        body,
        headers: { ...type, cookie, origin: 'https://elsewhere.example' },
      })
      assert.equal(forged.status, 403)
      const stranger = await fetch(`${service().baseUrl}/settings`, { ...init, body, headers: type })
      assert.equal(stranger.headers.get('location'), '/login?ended')
      assert.match((await person.browser.open(path)).text, /data-theme="light"/)
    })
  })

  it('belong to one person and don’t affect another’s', async () => {
    const other = await signUp(service().baseUrl)
    assert.match((await other.browser.open('/queue')).text, /data-theme="system"/)
  })
})
