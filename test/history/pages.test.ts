import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { DAY } from '../../src/ports/clock.ts'
import { withoutAvatars } from '../support/history.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { articlePage, contentOf, fetched } from '../support/article.ts'
import type { Page } from '../support/browser.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

const BIDI = '\u202e'

onBothEngines(
  'The history of agents',
  (service) => {
    let count = 0

    async function setUpAgents(name = 'Claude'): Promise<{ person: Person; agent: Agent; path: string }> {
      const person = await signUp(service().baseUrl)
      const agent = await connectAgent(service().baseUrl, person, name)
      return { person, agent, path: `/agents/${agent.clientId}` }
    }

    const save = (agent: Agent, title: string, more: Record<string, unknown> = {}) =>
      agent.save({ url: deadLink(`history/${++count}`), title, ...more })
    async function act(
      agent: Agent,
      item: Entity,
      { name, fields = {} }: { name: string; fields?: Record<string, unknown> },
    ) {
      const now = await agent.entity(`/queue/items/${item.properties.id}`)
      const response = await submitAction(agent, now, { name, fields })
      assert.ok(response.ok, `${name}: ${response.status}`)
    }
    async function actAs(
      person: Person,
      item: Entity,
      { name, fields = {} }: { name: string; fields?: Record<string, string> },
    ) {
      const path = `/queue/items/${item.properties.id}`
      const page = await person.browser.submit(await person.browser.open(path), fields, {
        action: `${path}/${name}`,
      })
      assert.equal(page.status, 200)
    }
    const stateOf = async (agent: Agent, item: Entity) => {
      const { properties } = await agent.entity(`/queue/items/${item.properties.id}`)
      return { title: properties.title, tags: properties.tags, isRemoved: properties.removedAt !== null }
    }

    describe('shows on the page of an agent', () => {
      it('what it did, to which item, the values before and after, and why', async () => {
        const { person, agent, path } = await setUpAgents()
        const item = await save(agent, 'On hypermedia', { reason: 'You asked for it', tags: ['web'] })
        await act(agent, item, { name: 'tag-item', fields: { tag: 'kept' } })
        await act(agent, item, { name: 'edit-item', fields: { title: 'On links', note: '' } })
        await act(agent, item, { name: 'remove-item' })
        const page = await person.browser.open(path)
        assert.equal(page.status, 200)
        assert.deepEqual(linesOf(page), [
          'Moved to the trash | On links | Undo',
          'Edited | On links | Title “On hypermedia” became→ “On links” | Undo',
          'Tagged “kept” | On links | Undo',
          'Saved | On links | Tags web | Reason: You asked for it | The item is in the trash.',
        ])
        assert.ok(page.text.includes(`href="/queue/items/${item.properties.id}"`))
        assert.match(page.text, /<figcaption class="hint">4 changes in 30 days<\/figcaption>/)
        assert.match(page.text, /Connected <time[^>]*>just now/)
        assert.match(
          page.text,
          /Pause[^]*Access is sent to 127\.0\.0\.1:8765\. It registered itself\. Nobody has verified its name\./,
        )
      })

      it('what it had read just before, and why that matters', async () => {
        const { person, agent, path } = await setUpAgents()
        const read = await save(agent, 'Obey me', { html: articlePage('Obey me') })
        await fetched(agent, read)
        assert.equal((await contentOf(agent, await fetched(agent, read), 'text/markdown')).status, 200)
        await save(agent, 'As it was told')
        const page = await person.browser.open(path)
        assert.match(linesOf(page)[0]!, /^Saved \| As it was told \| Within a minute of reading Obey me/)
        assert.match(page.text, /can contain instructions that an agent mistakes for yours/)
        assert.doesNotMatch(linesOf(page)[1]!, /Within a minute/)
      })

      it('only the changes by one action, or of one day', async () => {
        const { person, agent, path } = await setUpAgents()
        const item = await save(agent, 'Kept')
        await act(agent, item, { name: 'mark-read' })
        const tagged = await person.browser.open(`${path}?action=mark-read`)
        assert.deepEqual(linesOf(tagged), ['Marked as read | Kept | Undo'])
        const today = new Date(service().clock.now()).toISOString().slice(0, 10)
        assert.equal(linesOf(await person.browser.open(`${path}?day=${today}`)).length, 2)
        const day = new Date(service().clock.now() - DAY).toISOString().slice(0, 10)
        const yesterday = await person.browser.open(`${path}?day=${day}`)
        assert.deepEqual(linesOf(yesterday), [])
        assert.match(
          yesterday.text,
          /No changes found<\/p>\s*<p>\s*<a class="button quiet" href="[^"]*">Show all activity/,
        )
      })

      it('old changes on further pages, each line once', async () => {
        const { person, agent, path } = await setUpAgents()
        const links = Array.from({ length: 60 }, (_, index) => deadLink(`pages/${++count}/${index}`))
        await agent.call('/queue/save-links', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ links: links.map((url) => ({ url })) }),
        })
        const first = await person.browser.open(`${path}?action=save-links`)
        const older = /href="([^"]*below=\d+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&')
        assert.ok(older)
        const second = await person.browser.open(older)
        assert.equal(linesOf(first).length, 50)
        assert.equal(linesOf(second).length, 10)
        assert.equal(new Set([...idsOf(first), ...idsOf(second)]).size, 60)
        assert.doesNotMatch(second.text, />Older/)
      })

      it('names and titles as text that can’t affect their surroundings', async () => {
        const name = `<img src=x onerror=alert(1)>${BIDI}"'`
        const { person, agent, path } = await setUpAgents(name)
        const title = `</a><script>alert(1)</script>${BIDI}${'x'.repeat(450)}`
        const item = await save(agent, title)
        await act(agent, item, { name: 'tag-item', fields: { tag: '<b>bold</b>' } })
        await act(agent, item, { name: 'remove-item' })
        for (const address of [
          path,
          '/agents',
          '/queue',
          '/history',
          `/history?item=${item.properties.id}`,
          `${path}/undo?since=always`,
        ]) {
          const { status, text } = await person.browser.open(address)
          assert.equal(status, 200, address)
          assert.doesNotMatch(text, /<img|<script>alert|<b>bold/, address)
          assert.doesNotMatch(
            text.replaceAll(/<bdi>.*?<\/bdi>|dir="auto"[^>]*>[^<]*</gs, ''),
            /alert\(1\)>\u202e/,
          )
        }
        assert.match(
          (await person.browser.open(path)).text,
          /<h1>\s*<span class="avatar"[^>]*>IS<\/span> <bdi>&lt;img src=x/,
        )
      })

      it('changes even after its access has ended', async () => {
        const { person, agent, path } = await setUpAgents()
        await save(agent, 'From before')
        await person.browser.submit(await person.browser.open(path), {}, { action: '/agents/revoke' })
        const page = await person.browser.open(path)
        assert.equal(page.status, 200)
        assert.match(page.text, /Access revoked/)
        assert.equal(linesOf(page).length, 1)
        assert.deepEqual(
          page.forms.map(({ action }) => action).filter((action) => action.startsWith('/agents/')),
          [`${path}/undo`, path],
        )
        service().clock.advance(100 * DAY)
        const { db } = service().running.services
        await db.run('DELETE FROM grants WHERE client_id = ?', agent.clientId)
        const later = await signInAgain(person)
        assert.match((await later.browser.open(path)).text, /Its access ended long ago/)
      })
    })

    describe('undoes one change', () => {
      it('and redoes it', async () => {
        const { person, agent, path } = await setUpAgents()
        const item = await save(agent, 'Wanted')
        await act(agent, item, { name: 'remove-item' })
        const undone = await person.browser.submit(await person.browser.open(path), {}, { action: UNDO })
        assert.equal((await stateOf(agent, item)).isRemoved, false)
        assert.match(undone.text, /Undone\./)
        assert.equal(linesOf(undone)[0], 'Moved to the trash | Wanted | Undone Redo')
        await person.browser.submit(undone, {}, { action: UNDO })
        assert.equal((await stateOf(agent, item)).isRemoved, true)
      })

      it('with one button on the page of all activity', async () => {
        const { person, agent } = await setUpAgents()
        const item = await save(agent, 'Once')
        await act(agent, item, { name: 'mark-read' })
        const page = await person.browser.open('/history')
        const buttons = ({ forms }: Page) => forms.filter(({ action }) => action === UNDO).length
        const undone = await person.browser.submit(page, {}, { action: UNDO })
        assert.deepEqual(linesOf(undone), [
          'Undone by you: marked as read | Once',
          'Marked as read by Claude | Once | Undone Redo',
          'Saved by Claude | Once | Undo',
        ])
        assert.equal(buttons(undone), 2)
        const redone = await person.browser.submit(undone, {}, { action: UNDO })
        assert.match(linesOf(redone).join('\n'), /Marked as read by Claude .* Undo$/m)
        assert.equal(buttons(redone), 2)
        assert.equal(buttons(await person.browser.submit(redone, {}, { action: UNDO })), 2)
      })

      it('but not if the person changed the same since', async () => {
        const { person, agent, path } = await setUpAgents()
        const item = await save(agent, 'First title')
        await act(agent, item, { name: 'edit-item', fields: { title: 'Second title' } })
        const page = await person.browser.open(path)
        await actAs(person, item, { name: 'edit-item', fields: { title: 'Third title' } })
        assert.equal(
          linesOf(await person.browser.open(path))[0]!
            .split(' | ')
            .at(-1),
          'You’ve changed this since',
        )
        const refused = await person.browser.submit(page, {}, { action: UNDO })
        assert.match(refused.text, /You’ve changed the title since/)
        assert.equal((await stateOf(agent, item)).title, 'Third title')
      })
    })

    describe('undoes what the person just did', () => {
      it('where the result is shown, including a title and a tag', async () => {
        const { person, agent } = await setUpAgents()
        const item = await save(agent, 'First', { tags: ['web'] })
        const path = `/queue/items/${item.properties.id}`
        for (const [action, fields] of [
          ['edit-item', { title: 'Second', note: 'A note' }],
          ['tag-item', { tag: 'kept' }],
          ['mark-read', {}],
          ['remove-item', {}],
        ] as [string, Record<string, string>][]) {
          const done = await person.browser.submit(await person.browser.open(path), fields, {
            action: `${path}/${action}`,
          })
          const undone = await person.browser.submit(done, {}, { action: UNDO })
          assert.match(undone.text, /Undone\./, action)
          assert.deepEqual(await stateOf(agent, item), { title: 'First', tags: ['web'], isRemoved: false })
        }
      })

      it('but offers nothing if nothing was changed', async () => {
        const { person, agent } = await setUpAgents()
        const item = await save(agent, 'Same', { tags: ['web'] })
        const path = `/queue/items/${item.properties.id}`
        await actAs(person, item, { name: 'tag-item', fields: { tag: 'kept' } })
        service().clock.advance(1000)
        const page = await person.browser.open(path)
        const done = await person.browser.submit(page, { tag: 'kept' }, { action: `${path}/tag-item` })
        assert.match(done.text, /Tagged\./)
        assert.equal(
          done.forms.some(({ action }) => action === UNDO),
          false,
        )
      })
    })

    describe('undoes everything since an instant', () => {
      it('after a preview, and says what stays and why', async () => {
        const { person, agent, path } = await setUpAgents()
        const [kept, mine] = [await save(agent, 'Kept'), await save(agent, 'Mine')]
        const start = service().clock.now() + 1
        service().clock.advance(2)
        await act(agent, kept, { name: 'tag-item', fields: { tag: 'urgent' } })
        await act(agent, kept, { name: 'remove-item' })
        await act(agent, mine, { name: 'edit-item', fields: { title: 'Theirs' } })
        await actAs(person, mine, { name: 'edit-item', fields: { title: 'Mine again' } })

        const preview = await person.browser.open(`${path}/undo?since=${start}`)
        assert.match(preview.text, /2 changes to 1 item would be undone\./)
        assert.match(preview.text, /One change stays, because the item has changed since/)
        assert.equal((await stateOf(agent, kept)).isRemoved, true)

        const done = await person.browser.submit(preview, {}, { action: `${path}/undo` })
        assert.match(done.text, /Undid 2 changes to 1 item\. One change stays/)
        assert.match(done.text, /You’ve changed this since/)
        assert.match(done.text, /There is nothing to undo\./)
        assert.deepEqual(await stateOf(agent, kept), { title: 'Kept', tags: [], isRemoved: false })
        assert.equal((await stateOf(agent, mine)).title, 'Mine again')
        assert.equal((await agent.call('/queue')).status, 200)
      })

      it('ends the agent’s access on request', async () => {
        const { person, agent, path } = await setUpAgents()
        await save(agent, 'Unwanted')
        const preview = await person.browser.open(`${path}/undo?since=today`)
        const done = await person.browser.submit(preview, { access: 'revoke' }, { action: `${path}/undo` })
        assert.match(done.text, /Undid 1 change to 1 item\./)
        assert.match(done.text, /Access revoked/)
        assert.equal((await agent.call('/queue')).status, 401)
      })

      it('continues with older changes where it had stopped', async () => {
        const { person, agent, path } = await setUpAgents()
        const [one, two] = [await save(agent, 'One'), await save(agent, 'Two')]
        const [, older = ''] = idsOf(await person.browser.open(path))
        const from = `${path}/undo?since=always&below=${Number(older) + 1}`
        await person.browser.submit(await person.browser.open(from), {}, { action: `${path}/undo` })
        assert.equal((await stateOf(agent, one)).isRemoved, true)
        assert.equal((await stateOf(agent, two)).isRemoved, false)
      })

      it('refuses an invalid instant', async () => {
        const { person, path } = await setUpAgents()
        for (const since of ['', 'soon', '2026-13-01', '-5', '2026-01-01T99:00', '%00']) {
          assert.equal((await person.browser.open(`${path}/undo?since=${since}`)).status, 422, since)
        }
      })
    })

    describe('summarises', () => {
      it('what agents did since yesterday and was not undone, on the queue page', async () => {
        const { person, agent, path } = await setUpAgents()
        assert.doesNotMatch((await person.browser.open('/queue')).text, /Since yesterday/)
        const items = [await save(agent, 'One'), await save(agent, 'Two')]
        await act(agent, items[0], { name: 'tag-item', fields: { tag: 'web' } })
        const sincePattern =
          /Since yesterday:\s*<a class="agent" href="([^"]*)"\s*><bdi>Claude<\/bdi><\/a\s*>\s*([^<]*)\./
        const [, href, counts] = sincePattern.exec((await person.browser.open('/queue')).text) ?? []
        assert.deepEqual([href, counts], [path, 'saved 2, tagged 1'])
        await person.browser.submit(
          await person.browser.open(`${path}/undo?since=always`),
          {},
          { action: `${path}/undo` },
        )
        assert.doesNotMatch((await person.browser.open('/queue')).text, /Since yesterday/)
      })

      it('that a limit stopped an agent, on the agents page', async () => {
        const { person, agent, path } = await setUpAgents()
        const items = await Promise.all(['One', 'Two', 'Three', 'Four'].map((title) => save(agent, title)))
        const answers: number[] = []
        for (const item of items)
          answers.push((await submitAction(agent, item, { name: 'remove-item' })).status)
        assert.deepEqual(answers, [204, 204, 204, 429])
        for (const address of ['/agents', path]) {
          const { text } = await person.browser.open(address)
          assert.match(
            withoutAvatars(text).replaceAll(/<[^>]*>/g, ''),
            /Stopped just now: it tried to remove more than 3 items in an hour\./,
          )
        }
      })

      it('changes of everyone, of the person only, and of one item', async () => {
        const { person, agent } = await setUpAgents()
        const [one, two] = [await save(agent, 'One'), await save(agent, 'Two')]
        await actAs(person, one, { name: 'mark-read' })
        assert.deepEqual(linesOf(await person.browser.open('/history')), [
          'Marked as read by you | One | Undo',
          'Saved by Claude | Two | Undo',
          'Saved by Claude | One | You’ve changed this since',
        ])
        assert.deepEqual(linesOf(await person.browser.open('/history?by=person')), [
          'Marked as read by you | One | Undo',
        ])
        assert.equal(linesOf(await person.browser.open(`/history?by=${agent.clientId}`)).length, 2)
        const { db } = service().running.services
        await db.run('DELETE FROM grants WHERE client_id = ?', agent.clientId)
        assert.equal(linesOf(await person.browser.open(`/history?by=${agent.clientId}`)).length, 2)
        const item = await person.browser.open(`/queue/items/${two.properties.id}`)
        const href = /href="(\/history\?item=[^"]*)"/.exec(item.text)?.[1] ?? ''
        assert.deepEqual(linesOf(await person.browser.open(href)), ['Saved by Claude | Undo'])
      })
    })

    describe('is private:', () => {
      let own: Awaited<ReturnType<typeof setUpAgents>>
      let stranger: Person
      let item: Entity
      before(async () => {
        own = await setUpAgents()
        item = await save(own.agent, 'Private')
        stranger = (await setUpAgents('Their agent')).person
      })

      it('nobody else can see it', async () => {
        const paths = [
          own.path,
          `${own.path}/undo?since=always`,
          `/history?item=${item.properties.id}`,
          `/history?by=${own.agent.clientId}`,
        ]
        for (const path of [
          ...paths,
          '/history?by=%00',
          '/agents/nothing',
          '/agents/%00',
          `/agents/${'x'.repeat(5000)}`,
        ]) {
          const { status, text } = await stranger.browser.open(path)
          assert.ok(status === 404 || (path.includes('%00') && status === 400), `${path}: ${status}`)
          assert.doesNotMatch(text, /Private|Claude/)
        }
      })

      it('nobody else can change it: forms of others, forged or from other sites do nothing', async () => {
        const page = await own.person.browser.open(`${own.path}/undo?since=always`)
        const action = `${own.path}/undo`
        const theirs = await stranger.browser.open('/agents')
        const foreign = { ...theirs, forms: [{ ...theirs.forms[0]!, action }, ...theirs.forms] }
        assert.equal((await stranger.browser.submit(foreign, { since: '0' }, { action })).status, 404)
        const forged = await own.person.browser.submit(page, { form_token: 'x' }, { action })
        assert.equal(forged.status, 403)
        const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
        assert.equal((await own.person.browser.submit(page, {}, { action, headers })).status, 403)
        const signedOut = await fetch(service().baseUrl + action, { method: 'POST', redirect: 'manual' })
        assert.match(signedOut.headers.get('location') ?? '', /^\/login/)
        assert.equal((await stateOf(own.agent, item)).isRemoved, false)
      })

      it('ignores an invalid number or filter', async () => {
        const odd = `${own.path}?below=-1&action=nothing&day=2026-99-99`
        const { status } = await own.person.browser.open(odd)
        assert.equal(status, 200)
        assert.equal(linesOf(await own.person.browser.open(odd)).length, 1)
      })
    })

    /** The same person, signed in anew after a long time. */
    async function signInAgain(person: Person): Promise<Person> {
      const page = await person.browser.open('/login')
      if (page.url.endsWith('/queue')) return person
      await person.browser.submit(page, { email: person.email, password: 'four words make a pass' })
      return person
    }
  },
  { env: { AGENT_REMOVALS_AN_HOUR: '3' } },
)

const UNDO = '/queue/undo-change'

/** Each change as it reads, its parts apart. */
function linesOf({ text }: Page): string[] {
  return [...text.matchAll(/<li class="change[^]*?<\/li>/g)].map(([line]) =>
    withoutAvatars(line)
      .replace(/^[^]*?<\/time\s*>/, '')
      .replaceAll(/<span class="visually-hidden"\s*>: [^]*?<\/span\s*>/g, '')
      .replaceAll(/<\/(?:p|dl|div)>/g, '|')
      .replaceAll(/<[^>]*>/g, '')
      .split('|')
      .map((part) => part.replaceAll(/\s+/g, ' ').trim())
      .filter(Boolean)
      .join(' | '),
  )
}

function idsOf({ text }: Page): string[] {
  return [...text.matchAll(/id="change-(\d+)"/g)].map(([, id]) => id!)
}
