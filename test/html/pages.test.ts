import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storageSection } from '../../src/html/account/storage.ts'
import { agentsPage } from '../../src/html/agents/agents-page.ts'
import { assets } from '../../src/html/assets/assets.ts'
import { authorizationStoppedPage } from '../../src/html/consent/authorization-stopped-page.ts'
import { failurePage } from '../../src/html/shell/failure-page.ts'
import { relativeTime } from '../../src/html/parts/instant.ts'
import { signInPage } from '../../src/html/sign-in/sign-in-page.ts'
import { signUpPage } from '../../src/html/sign-in/sign-up-page.ts'
import { DAY, HOUR, MINUTE } from '../../src/ports/clock.ts'
import { itemRow } from '../../src/html/queue/item-row.ts'
import { queuePage } from '../../src/html/queue/queue-page.ts'
import { itemPage } from '../../src/html/reader/item-page.ts'
import { savePage } from '../../src/html/save/save-page.ts'
import { NOW, person, sampleItem } from './sample.ts'

test('a stopped authorization shows its code and redirects to a verified redirect URI, automatically and by a link', () => {
  const redirectTo = 'https://agent.example/cb?error=access_denied&state=x'
  const stopped = { code: 'access_denied', error: 'access_denied', detail: 'You denied it.' } as const
  const page = String(authorizationStoppedPage({ ...stopped, redirectTo }))
  const escaped = redirectTo.replace('&', '&amp;')
  assert.ok(page.includes(`<meta http-equiv="refresh" content="0;url=${escaped}" />`))
  assert.ok(page.includes(`href="${escaped}"`))
  assert.match(page, /<code>access_denied<\/code>/)
})

test('a stopped authorization of an unverified client has only a link, with its host visible', () => {
  const linkTo = 'https://agent.example:8443/cb?error=invalid_request&state=x'
  const stopped = { code: 'invalid_request', error: 'invalid_request', detail: 'It is wrong.' } as const
  const page = String(authorizationStoppedPage({ ...stopped, linkTo }))
  assert.doesNotMatch(page, /http-equiv="refresh"/)
  assert.ok(page.includes(`href="${linkTo.replace('&', '&amp;')}"`))
  assert.match(page.replace(/<[^>]*>/g, ''), /tell the app, at agent\.example:8443\./)
})

test('a stopped authorization without a verified redirect URI has no link', () => {
  const page = String(
    authorizationStoppedPage({ code: 'invalid_client', error: 'invalid_client', detail: 'Unknown.' }),
  )
  assert.doesNotMatch(page, /http-equiv="refresh"|href="https?:/)
})

const signUp = {
  invitation: '',
  needsSetUpCode: false,
  needsConfirmation: false,
  isPasswordEnabled: true,
  provider: undefined,
}
const signIn = { formToken: 't', isPasswordEnabled: true, isPasskeyEnabled: false, provider: undefined }

test('sign-in keeps the return path in its fields and in the link to sign-up', () => {
  const page = String(signInPage({ ...signIn, returnTo: '/oauth/authorize?a=1&b=2', isSignUpOpen: true }))
  assert.match(page, /name="return" value="\/oauth\/authorize\?a=1&amp;b=2"/)
  assert.match(page, /href="\/signup\?return=%2Foauth%2Fauthorize%3Fa%3D1%26b%3D2"/)
})

test('sign-in does not link to sign-up if that is closed', () => {
  assert.doesNotMatch(String(signInPage({ ...signIn, returnTo: '/queue', isSignUpOpen: false })), /\/signup/)
})

test('somebody who comes from an app is told so before signing in or creating an account', () => {
  const words = /An app asks to use your reading queue/
  const pendingRequest = { formToken: 't', returnTo: '/oauth/authorize?a=1' }
  assert.match(String(signInPage({ ...signIn, ...pendingRequest, isSignUpOpen: true })), words)
  assert.match(String(signUpPage({ ...pendingRequest, ...signUp })), words)
  for (const returnTo of ['/queue', '/oauth/authorized?a=1', '/agents?/oauth/authorize?']) {
    assert.doesNotMatch(String(signInPage({ ...signIn, returnTo, isSignUpOpen: true })), words)
  }
})

test('each agent can be revoked separately', () => {
  const agent = {
    name: 'Claude',
    access: {
      redirectHost: 'claude.ai',
      createdAt: NOW,
      lastUsedAt: null,
      pausedAt: null,
      suggestsSince: null,
      ended: null,
      activeGrants: [],
    },
    publisher: null,
    isBuiltIn: false,
    limitHit: undefined,
    activity: [],
    recentActions: [],
  }
  const agents = [
    { ...agent, clientId: 'one' },
    { ...agent, clientId: 'two' },
  ]
  const page = String(agentsPage({ person, now: NOW, baseUrl: 'https://queue.example', agents }))
  assert.match(page, /action="\/agents\/revoke"[^]*name="agent" value="one"[^]*name="agent" value="two"/)
})

test('without agents the page says how to connect one', () => {
  const page = String(agentsPage({ person, now: NOW, baseUrl: 'https://queue.example', agents: [] }))
  assert.match(page, /https:\/\/queue\.example\/mcp/)
})

test('an instant is formatted as people say it', () => {
  assert.equal(renderAge(0), 'just now')
  assert.equal(renderAge(-MINUTE), 'just now')
  assert.equal(renderAge(MINUTE), '1 minute ago')
  assert.equal(renderAge(3 * HOUR), '3 hours ago')
  assert.equal(renderAge(6 * DAY), '6 days ago')
  assert.equal(renderAge(40 * DAY), '12 Oct 2026')
  assert.equal(renderAge(-3 * DAY), '24 Nov 2026')
})

function renderAge(age: number): string {
  return String(relativeTime(NOW - age, NOW)).replace(/<[^>]*>/g, '')
}

test('pages contain no inline script or style, as their content security policy requires', () => {
  const page = String(failurePage({ code: 'not_found', detail: 'There is no such item.' }))
  assert.doesNotMatch(page, /<script|<style|\sstyle=|\son\w+=/)
  assert.ok(page.includes(assets().stylesheet.path))
})

test('a full account is linked to its trash, which it can empty', () => {
  const quota = { bytes: 1000, items: 10 }
  const full = String(storageSection({ usage: { bytes: 10, items: 10 }, quota }))
  assert.match(full, /Your account is full\..*<a href="\/queue\?state=removed">empty the trash<\/a>/s)
  assert.doesNotMatch(String(storageSection({ usage: { bytes: 10, items: 9 }, quota })), /is full/)
})

test('no page contains the same id twice, though each has the forms for saving and searching', () => {
  const item = sampleItem({ tags: ['web'] })
  const totals = { unread: 1, read: 0, snoozed: 0, favourite: 0, asked: 0, answered: 0, removed: 0 }
  const search = { filter: { state: 'all' as const }, limit: 25 }
  const page = { url: item.url, title: '', tags: '', note: '' }
  const rows = [itemRow(item, { now: NOW, state: 'all', list: '' })]
  const pages = [
    queuePage({ person, now: NOW, search, totals, tags: [], rows, lastChange: 1, path: '/queue' }),
    itemPage({ person, now: NOW, item }),
    savePage({ person, now: NOW, page, existing: item }),
  ]
  for (const shown of pages) {
    const ids = [...String(shown).matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    assert.deepEqual(
      ids.filter((id, index) => ids.indexOf(id) !== index),
      [],
    )
  }
})
