import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consentPage } from '../../src/html/consent/consent-page.ts'
import { itemPage } from '../../src/html/reader/item-page.ts'
import { NOW, person, sampleItem } from './sample.ts'

const HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>\''

test('text from pages, agents and people is shown as text', () => {
  const item = sampleItem({
    pageTitle: HOSTILE,
    siteName: HOSTILE,
    excerpt: HOSTILE,
    note: HOSTILE,
    reason: HOSTILE,
    tags: [HOSTILE],
    language: HOSTILE,
    savedBy: { id: 'a', name: HOSTILE },
    content: { status: 'failed', reason: HOSTILE, type: null },
  })
  const page = String(itemPage({ person: { ...person, email: HOSTILE }, now: NOW, item }))
  assert.doesNotMatch(page, /<script>|<img src=x|onerror=alert\(1\)>'/)
  assert.match(page, /&lt;script&gt;/)
})

test('a link to the original sends no referrer', () => {
  const page = String(
    itemPage({ person, now: NOW, item: sampleItem({ url: 'https://example.org/?a=1&b="2"' }) }),
  )
  assert.match(page, /href="https:\/\/example.org\/\?a=1&amp;b=&quot;2&quot;" rel="noopener noreferrer"/)
})

const consent = {
  clientName: 'Claude',
  isOwnExtension: false,
  registeredAt: NOW - 120_000,
  publisher: null,
  redirectTarget: '127.0.0.1:43111',
  isThisComputer: true,
  acquaintance: { kind: 'new' } as const,
  email: 'ada@example.org',
  sealedRequest: 'sealed',
  authorizePath: '/oauth/authorize?client_id=a&state=b',
  formToken: 'the-form-token',
  now: NOW,
}

test('the consent form works as it is: two decisions, the sealed request and the token', () => {
  const page = String(consentPage(consent))
  const [, form = ''] = page.split('action="/oauth/authorize"')
  const fields = form.split('</form>')[0]!
  assert.match(fields, /name="decision" value="approve"/)
  assert.match(fields, /name="decision" value="deny"/)
  assert.match(fields, /name="request" value="sealed"/)
  assert.match(fields, /name="form_token" value="the-form-token"/)
})

test('the consent page says who asks, that nobody verified it, where access is sent and who allows it', () => {
  const page = String(consentPage(consent)).replace(/\s+/g, ' ')
  assert.match(page, /calls itself “<bdi>Claude<\/bdi>”/)
  assert.match(page, /2 minutes ago<\/time>; nobody has verified this name/)
  assert.match(page, /an app on this computer/)
  assert.match(page, /127\.0\.0\.1:43111/)
  assert.match(page, /ada@example\.org/)
  assert.match(page, /name="return" value="\/oauth\/authorize\?client_id=a&amp;state=b"/)
})

test('a name can’t change the direction of the text around it, and a missing name is mentioned', () => {
  const turned = String(consentPage({ ...consent, clientName: 'Good\u202e\u2066\u0000\nApp' }))
  assert.match(turned, /<bdi>Good App<\/bdi>/)
  const unnamed = String(consentPage({ ...consent, clientName: null }))
  assert.match(unnamed, /This app gave no name/)
  const blank = String(consentPage({ ...consent, clientName: '\u200b ' }))
  assert.match(blank, /This app gave no name/)
})
