import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  type Agent,
  connectAgent,
  type Entity,
  type Person,
  register,
  signUp,
  submitAction,
} from '../support/agent.ts'
import { fetched } from '../support/article.ts'
import { deadLink, refusedLink } from '../support/links.ts'
import { checkProblem } from '../support/problem-check.ts'
import { onBothEngines } from '../support/service.ts'
import { checkSiren, linkOf, parseSiren } from '../support/siren-check.ts'

const SIREN = 'application/vnd.siren+json'
const FORM = 'application/x-www-form-urlencoded'

const QUEUE_ACTIONS = [
  'save-link',
  'save-links',
  'import-links',
  'change-items',
  'save-search',
  'edit-search',
  'remove-search',
  'undo-change',
  'export-queue',
  'find-link',
  'search',
]
const UNREAD_ACTIONS = [
  'mark-read',
  'favourite-item',
  'snooze-item',
  'tag-item',
  'edit-item',
  'highlight-item',
  'ask-agent',
  'set-progress',
  'remove-item',
]
/** Bodies of the actions that need one. */
const INPUTS: Record<string, string> = {
  'tag-item': '{"tag":"x"}',
  'untag-item': '{"tag":"x"}',
  'snooze-item': '{"until":"2035-01-01"}',
  'set-progress': '{"progress":0.5}',
  'ask-agent': '{"request":"Sum it up"}',
  'answer-request': '{"answer":"It is long"}',
  'highlight-item': '{"quote":"A passage"}',
  'edit-highlight': '{"highlight":"none","note":"x"}',
  'remove-highlight': '{"highlight":"none"}',
}

const ITEM_ACTIONS = [
  ['mark-read', 'PUT'],
  ['mark-unread', 'PUT'],
  ['favourite-item', 'PUT'],
  ['unfavourite-item', 'PUT'],
  ['snooze-item', 'PUT'],
  ['unsnooze-item', 'PUT'],
  ['tag-item', 'PUT'],
  ['untag-item', 'PUT'],
  ['edit-item', 'PATCH'],
  ['highlight-item', 'PUT'],
  ['edit-highlight', 'PUT'],
  ['remove-highlight', 'PUT'],
  ['ask-agent', 'PUT'],
  ['answer-request', 'PUT'],
  ['clear-request', 'PUT'],
  ['set-progress', 'PUT'],
  ['refetch-item', 'PUT'],
  ['remove-item', 'DELETE'],
  ['restore-item', 'PUT'],
] as const

function namesOf(entity: Entity): string[] {
  return entity.actions.map((action: Entity) => action.name)
}

function actionOf(entity: Entity, name: string): Entity {
  const action = entity.actions.find((action: Entity) => action.name === name)
  assert.ok(action, `${name} is offered`)
  return action
}

onBothEngines('The queue API', (service) => {
  let person: Person
  let agent: Agent

  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
  })

  async function freshAgent(): Promise<Agent> {
    return connectAgent(service().baseUrl, await signUp(service().baseUrl))
  }

  async function submitted(entity: Entity, name: string, fields?: Record<string, unknown>): Promise<Entity> {
    const response = await submitAction(agent, entity, { name, fields })
    assert.equal(response.status, 200, `${name}: ${response.status}`)
    return checkSiren(response, await response.json(), service().baseUrl)
  }

  describe('its entry point', () => {
    it('has exactly the media type of Siren', async () => {
      const response = await agent.call('/queue')
      assert.equal(response.status, 200)
      assert.equal(response.headers.get('content-type'), 'application/vnd.siren+json')
      checkSiren(response, await response.json(), service().baseUrl)
    })

    it('shows an empty queue with all links and actions', async () => {
      const newIdentity = await freshAgent()
      const queue = await newIdentity.entity('/queue')
      const { baseUrl } = service()
      assert.deepEqual(queue.class, ['queue'])
      assert.deepEqual(queue.properties, {
        state: 'unread',
        count: 0,
        totals: { unread: 0, read: 0, snoozed: 0, favourite: 0, removed: 0 },
      })
      assert.deepEqual(queue.entities, [])
      assert.deepEqual(
        queue.links.map((link: Entity) => [link.rel, link.href]),
        [
          [['self'], `${baseUrl}/queue`],
          [['first'], `${baseUrl}/queue`],
          [['monitor'], `${baseUrl}/queue/changes`],
          [['related'], `${baseUrl}/queue/searches`],
          [['profile'], `${baseUrl}/profiles/queue`],
          [['service-doc'], `${baseUrl}/auth.md`],
        ],
      )
      assert.deepEqual(namesOf(queue), QUEUE_ACTIONS)
    })

    it('describes how to save a link, with all fields of a Siren action', async () => {
      const queue = await agent.entity('/queue')
      assert.deepEqual(actionOf(queue, 'save-link'), {
        name: 'save-link',
        title: 'Save a link',
        class: ['save-link'],
        method: 'POST',
        href: `${service().baseUrl}/queue`,
        type: 'application/json',
        fields: [
          { name: 'url', type: 'url', title: 'Link' },
          { name: 'title', type: 'text', title: 'Title', value: '' },
          { name: 'tags', type: 'text', title: 'Tags, separated by commas', value: '' },
          { name: 'note', type: 'text', title: 'Note', value: '' },
          { name: 'reason', type: 'text', title: 'Why it is saved', value: '' },
          { name: 'html', type: 'text', title: 'HTML of the page', value: '' },
          { name: 'keep', type: 'text', title: 'Leave a saved one', value: '' },
        ],
      })
    })

    for (const token of [undefined, '', 'Bearer', 'Bearer wrong', 'Basic dXNlcjpwYXNz', 'Bearer rq_at_x y']) {
      it(`wants a valid token, which ${token === undefined ? 'nothing' : `"${token}"`} is not`, async () => {
        const { baseUrl } = service()
        const response = await fetch(`${baseUrl}/queue`, {
          headers: { accept: SIREN, ...(token === undefined ? {} : { authorization: token }) },
        })
        const challenge = response.headers.get('www-authenticate') ?? ''
        assert.match(challenge, /^Bearer /)
        assert.ok(
          challenge.includes(`resource_metadata="${baseUrl}/.well-known/oauth-protected-resource/queue"`),
        )
        assert.equal(challenge.includes('error="invalid_token"'), token?.startsWith('Bearer') === true)
        await checkProblem(response, 401, baseUrl)
      })
    }

    it('requires the token at every address of the queue', async () => {
      const { baseUrl } = service()
      const item = await agent.save({ url: deadLink('token-everywhere') })
      const addresses = [
        ['POST', `${baseUrl}/queue`],
        ['POST', `${baseUrl}/queue/save-links`],
        ['GET', linkOf(item, 'self')],
        ...item.actions.map((action: Entity) => [action.method, action.href]),
      ] as [string, string][]
      for (const [method, href] of addresses) {
        await checkProblem(await fetch(href, { method, headers: { accept: SIREN } }), 401, baseUrl)
      }
      assert.equal((await agent.entity(linkOf(item, 'self')!)).properties.id, item.properties.id)
    })

    it('does not accept a session cookie instead of a token', async () => {
      const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const response = await fetch(`${service().baseUrl}/queue`, { headers: { cookie, accept: SIREN } })
      await checkProblem(response, 401, service().baseUrl)
    })
  })

  describe('saving', () => {
    it('responds to a first save with 201, the item and its address', async () => {
      const { baseUrl } = service()
      const response = await agent.call('/queue', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          url: deadLink('first-save?utm_source=x&a=1'),
          title: 'On  hypermedia',
          tags: ['Web', 'siren'],
          note: 'Read it\r\nslowly',
          reason: 'Asked for',
        }),
      })
      assert.equal(response.status, 201)
      const item = checkSiren(response, await response.json(), baseUrl)
      const self = `${baseUrl}/queue/items/${item.properties.id}`
      assert.equal(linkOf(item, 'self'), self)
      assert.equal(response.headers.get('location'), self)
      const { id, savedAt, updatedAt, ...rest } = item.properties
      assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      assert.equal(savedAt, updatedAt)
      assert.deepEqual(rest, {
        url: 'http://127.0.0.1:9/first-save?a=1',
        title: 'On hypermedia',
        titleBy: { id: agent.clientId, name: 'Test Agent' },
        site: '127.0.0.1',
        brokenAt: null,
        siteName: null,
        author: null,
        excerpt: null,
        imageUrl: null,
        language: null,
        publishedAt: null,
        wordCount: null,
        readingMinutes: null,
        extraction: null,
        tags: ['siren', 'web'],
        note: 'Read it\nslowly',
        noteBy: { id: agent.clientId, name: 'Test Agent' },
        request: null,
        requestBy: null,
        requestedAt: null,
        answer: null,
        answerBy: null,
        answeredAt: null,
        reason: 'Asked for',
        savedBy: { id: agent.clientId, name: 'Test Agent' },
        readAt: null,
        favouritedAt: null,
        highlightCount: 0,
        snoozedUntil: null,
        progress: 0,
        removedAt: null,
        content: { status: 'pending' },
        state: 'unread',
        favourite: false,
      })
      assert.deepEqual(namesOf(item), [
        'mark-read',
        'favourite-item',
        'snooze-item',
        'tag-item',
        'untag-item',
        'edit-item',
        'highlight-item',
        'ask-agent',
        'set-progress',
        'remove-item',
      ])
    })

    it('responds to the same link again with 200 and the same item', async () => {
      const first = await agent.save({ url: deadLink('again') })
      const before = (await agent.entity('/queue')).properties.totals
      const response = await agent.call('/queue', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ url: deadLink('again#part') }),
      })
      assert.equal(response.status, 200)
      const item = checkSiren(response, await response.json(), service().baseUrl)
      assert.equal(linkOf(item, 'self'), linkOf(first, 'self'))
      assert.equal(response.headers.get('content-location'), linkOf(first, 'self'))
      assert.equal(response.headers.get('location'), null)
      assert.deepEqual((await agent.entity('/queue')).properties.totals, before)
    })

    it('uses the address as the title while nothing better is known', async () => {
      const item = await agent.save({ url: 'HTTP://127.0.0.1:9/Some/Path/' })
      assert.equal(item.properties.title, '127.0.0.1:9/Some/Path')
      assert.equal(item.properties.url, 'HTTP://127.0.0.1:9/Some/Path/')
    })
  })

  describe('entities', () => {
    it('embeds items with the properties they have at their own address, and without actions', async () => {
      const newIdentity = await freshAgent()
      await newIdentity.save({ url: deadLink('one'), title: 'One', tags: 'a, b' })
      await newIdentity.save({ url: deadLink('two') })
      const queue = await newIdentity.entity('/queue')
      assert.deepEqual(
        queue.entities.map((item: Entity) => item.title),
        ['127.0.0.1:9/two', 'One'],
      )
      for (const embedded of queue.entities) {
        assert.deepEqual(embedded.rel, ['item'])
        const item = await newIdentity.entity(linkOf(embedded, 'self')!)
        const { rel: _, ...representation } = embedded
        const { actions, ...alone } = item
        // In lists, where size counts, fewer links say more.
        alone.links = alone.links.filter(({ rel }: Entity) => rel[0] !== 'highlights')
        assert.deepEqual(representation, alone)
        assert.ok(actions.length > 0)
      }
    })

    it('finds the same at the self link of every page, with its filter and position', async () => {
      const newIdentity = await freshAgent()
      for (const path of ['a', 'b', 'c']) await newIdentity.save({ url: deadLink(path), tags: ['t'] })
      const filtered = await newIdentity.entity('/queue?limit=1&tag=T&site=127.0.0.1&state=all')
      const second = await newIdentity.entity(linkOf(filtered, 'next')!)
      for (const page of [filtered, second]) {
        const same = await newIdentity.entity(linkOf(page, 'self')!)
        assert.deepEqual(same, page)
        assert.equal(page.properties.tag, 't')
        assert.equal(page.properties.site, '127.0.0.1')
        assert.equal(page.properties.state, 'all')
      }
    })

    it('can be parsed by an independent parser, which finds entities, links and actions', async () => {
      await agent.save({ url: deadLink('parser') })
      const queue = parseSiren(await (await agent.call('/queue')).text())
      assert.ok(queue.hasClass('queue'))
      assert.ok(queue.hasActionByName('save-link'))
      assert.ok(queue.getSubEntityByRel('item').hasLinkByRel('self'))
    })

    it('has nothing secret or personal in any href', async () => {
      const { email, browser } = await signUp(service().baseUrl)
      const theirs = await connectAgent(service().baseUrl, { email, browser })
      for (const path of ['a', 'b']) await theirs.save({ url: deadLink(path) })
      const bodies = JSON.stringify([
        await theirs.entity('/queue?limit=1'),
        (await theirs.entity('/queue')).entities[0],
      ])
      const hrefs = [...bodies.matchAll(/"href":"([^"]*)"/g)].map(([, href = '']) => href)
      assert.ok(hrefs.length > 10)
      for (const href of hrefs) {
        for (const secret of [email.split('@')[0]!, theirs.access, theirs.clientId]) {
          assert.equal(href.includes(secret), false, href)
        }
      }
    })

    it('leads a crawler that follows all links only to 200 responses', async () => {
      const newIdentity = await freshAgent()
      for (const path of ['a', 'b', 'c', 'd', 'e']) await newIdentity.save({ url: deadLink(path) })
      const { baseUrl } = service()
      const seen = new Set<string>()
      const waiting = [`${baseUrl}/queue?limit=2`]
      for (let href = waiting.pop(); href !== undefined; href = waiting.pop()) {
        if (seen.has(href)) continue
        seen.add(href)
        const response = await newIdentity.call(href)
        assert.equal(response.status, 200, href)
        const text = await response.text()
        if (response.headers.get('content-type') !== SIREN) continue
        const entity = checkSiren(response, JSON.parse(text), baseUrl)
        for (const { links } of [entity, ...(entity.entities ?? [])]) {
          waiting.push(
            ...links
              .filter((link: Entity) => !link.rel.includes('original'))
              .map((link: Entity) => link.href),
          )
        }
      }
      assert.equal([...seen].filter((href) => /\/queue\/items\/[^/]+$/.test(href)).length, 5)
      assert.ok(seen.has(`${baseUrl}/profiles/queue`))
      assert.ok(seen.has(`${baseUrl}/auth.md`))
    })

    it('documents every class, state, action and problem in its profile', async () => {
      const profile = await (await fetch(`${service().baseUrl}/profiles/queue`)).text()
      const words =
        'queue item unread read removed favourite all save-link save-links unsupported-link invalid-input not-offered changed-meanwhile malformed'
      const names = [...words.split(' '), ...ITEM_ACTIONS.map(([name]) => name)]
      for (const name of names) assert.ok(profile.includes(`\`${name}\``), name)
    })
  })

  describe('actions', () => {
    it('changes an item step by step, with the actions of its entity', async () => {
      let item = await agent.save({ url: deadLink('steps'), title: 'Steps' })
      assert.deepEqual(namesOf(item), UNREAD_ACTIONS)
      item = await submitted(item, 'mark-read')
      assert.deepEqual(item.class, ['item', 'read'])
      assert.notEqual(item.properties.readAt, null)
      item = await submitted(item, 'mark-unread')
      assert.equal(item.properties.readAt, null)
      item = await submitted(item, 'favourite-item')
      assert.notEqual(item.properties.favouritedAt, null)
      item = await submitted(item, 'unfavourite-item')
      assert.equal(item.properties.favouritedAt, null)
      item = await submitted(item, 'tag-item', { tag: '#Deep  Work' })
      assert.deepEqual(item.properties.tags, ['deep work'])
      item = await submitted(item, 'tag-item', { tag: 'DEEP work' })
      assert.deepEqual(item.properties.tags, ['deep work'])
      item = await submitted(item, 'untag-item', { tag: 'not there' })
      assert.deepEqual(item.properties.tags, ['deep work'])
      item = await submitted(item, 'untag-item', { tag: 'deep work' })
      assert.deepEqual(item.properties.tags, [])
      item = await submitted(item, 'edit-item', { title: 'New', note: 'Noted' })
      assert.deepEqual([item.properties.title, item.properties.note], ['New', 'Noted'])
      item = await submitted(item, 'edit-item', { note: '' })
      assert.deepEqual([item.properties.title, item.properties.note], ['New', null])
      item = await submitted(item, 'edit-item', { title: '' })
      assert.equal(item.properties.title, '127.0.0.1:9/steps')

      const removal = await submitAction(agent, item, { name: 'remove-item' })
      assert.equal(removal.status, 204)
      assert.equal(await removal.text(), '')
      assert.equal(removal.headers.get('content-type'), null)
      item = await agent.entity(linkOf(item, 'self')!)
      assert.deepEqual(item.class, ['item', 'removed'])
      assert.deepEqual(namesOf(item), ['restore-item'])
      item = await submitted(item, 'restore-item')
      assert.deepEqual(namesOf(item), UNREAD_ACTIONS)
    })

    it('keeps an item read, favourite and tagged when it is removed and restored', async () => {
      let item = await agent.save({ url: deadLink('through-the-trash'), tags: ['kept'] })
      item = await submitted(item, 'mark-read')
      item = await submitted(item, 'favourite-item')
      await submitAction(agent, item, { name: 'remove-item' })
      const restored = await submitted(await agent.entity(linkOf(item, 'self')!), 'restore-item')
      const { updatedAt: _before, ...before } = item.properties
      const { updatedAt: _after, ...after } = restored.properties
      assert.deepEqual(after, before)
    })

    it('accepts an action without effect, refuses with 409 what the state forbids, and then changes nothing', async () => {
      const unread = await agent.save({ url: deadLink('refused-unread') })
      const read = await submitted(await agent.save({ url: deadLink('refused-read') }), 'mark-read')
      const removed = await agent.save({ url: deadLink('refused-removed') })
      await submitAction(agent, removed, { name: 'remove-item' })
      const alike = [
        'unfavourite-item',
        'unsnooze-item',
        'untag-item',
        'clear-request',
        'remove-highlight',
        'restore-item',
        'refetch-item',
      ]
      const isSo = {
        unread: ['mark-unread', ...alike],
        read: ['mark-read', ...alike],
        removed: ['remove-item'],
      }
      const { latest } = (await agent.entity('/queue/changes')).properties
      const answered: Record<string, string[]> = {}
      for (const href of [unread, read, removed].map((item) => linkOf(item, 'self')!)) {
        const item = await agent.entity(href)
        const state = item.class[1] as string
        for (const [name, method] of ITEM_ACTIONS) {
          if (namesOf(item).includes(name)) continue
          const path = ['edit-item', 'remove-item'].includes(name) ? href : `${href}/${name}`
          const init = { headers: { 'content-type': 'application/json' }, body: INPUTS[name] ?? '{}' }
          const response = await agent.call(path, { method, ...(method === 'PUT' ? init : {}) })
          if (response.ok) {
            assert.equal(response.status, method === 'DELETE' ? 204 : 200)
            if (method === 'PUT') assert.deepEqual(await response.json(), item)
            assert.ok(!response.headers.get('link')?.includes('#act'))
            answered[state] = [...(answered[state] ?? []), name]
          } else {
            const problem = await checkProblem(response, 409, service().baseUrl)
            assert.equal(problem.type, `${service().baseUrl}/problems/not-offered`)
          }
        }
        assert.deepEqual(await agent.entity(href), item)
      }
      const sorted = (by: Record<string, string[]>) =>
        Object.fromEntries(Object.entries(by).map(([state, names]) => [state, names.toSorted()]))
      assert.deepEqual(sorted(answered), sorted(isSo))
      assert.equal((await agent.entity('/queue/changes')).properties.latest, latest)
    })

    it('accepts every advertised action with its defaults and the minimum of valid fields', async () => {
      const { baseUrl } = service()
      const queue = await agent.entity('/queue')
      const tagged = await agent.save({ url: deadLink('defaults'), tags: ['t'] })
      const read = await submitted(await agent.save({ url: deadLink('defaults-read') }), 'mark-read')
      const loved = await submitted(await agent.save({ url: deadLink('defaults-loved') }), 'favourite-item')
      const gone = await agent.save({ url: deadLink('defaults-gone') })
      await submitAction(agent, gone, { name: 'remove-item' })
      const removed = await agent.entity(linkOf(gone, 'self')!)
      const least: Record<string, unknown> = {
        url: deadLink('least'),
        links: deadLink('least'),
        entries: [{ url: deadLink('least') }],
        tag: 't',
        change: '1',
        items: read.properties.id,
        progress: '0',
        until: '2035-01-01',
        request: 'Sum it up',
        answer: 'It is long',
        quote: 'A passage',
        name: 'Short ones',
        query: 'under:5m',
      }
      const done = new Set<string>()
      const later = await submitted(await agent.save({ url: deadLink('defaults-later') }), 'snooze-item', {
        until: '2035-01-01',
      })
      const confirmation = await submitted(
        await agent.save({ url: deadLink('defaults-asked') }),
        'ask-agent',
        {
          request: 'Sum it up',
        },
      )
      const highlighted = await submitted(
        await agent.save({ url: deadLink('defaults-highlighted') }),
        'highlight-item',
        { quote: 'A passage' },
      )
      least['highlight'] = highlighted.entities[0].properties.id
      const failed = await fetched(agent, await agent.save({ url: refusedLink('defaults') }))
      for (const entity of [queue, loved, read, later, confirmation, highlighted, failed, removed, tagged]) {
        for (const action of entity.actions) {
          const fields = action.fields.map((field: Entity) => {
            const selected = Array.isArray(field.value)
              ? (field.value.find((choice: Entity) => choice.selected) ?? field.value[0]).value
              : field.value
            // A batch needs items and something to do, in one of several fields that are optional each.
            const isOfBatch = action.name === 'change-items' && field.name !== 'query'
            const isNeeded = isOfBatch && selected === '' && field.name in least
            return [field.name, isNeeded ? least[field.name] : (selected ?? least[field.name])] as [
              string,
              string,
            ]
          })
          const query = new URLSearchParams(fields).toString()
          const response =
            action.method === 'GET'
              ? await agent.call(`${action.href}?${query}`)
              : await agent.call(action.href, {
                  method: action.method,
                  ...(fields.length > 0
                    ? {
                        headers: { 'content-type': action.type },
                        body: JSON.stringify(Object.fromEntries(fields)),
                      }
                    : {}),
                })
          // Marking twice in a row is no longer offered; everything else is simply done.
          assert.ok([200, 201, 204].includes(response.status) || response.status === 409, action.name)
          const isFile = response.headers.has('content-disposition')
          assert.equal(isFile, action.name === 'export-queue')
          if (isFile) await response.arrayBuffer()
          else if (response.ok && response.status !== 204)
            checkSiren(response, await response.json(), baseUrl)
          done.add(action.name)
        }
      }
      const onItems = [...ITEM_ACTIONS.map(([name]) => name), 'snooze-item', 'set-progress']
      assert.deepEqual(done, new Set([...QUEUE_ACTIONS, ...onItems]))
    })

    it('changes nothing, not even the version, if an edit is sent unchanged', async () => {
      const links = [
        { url: deadLink('edit-plain') },
        { url: deadLink('edit-full'), title: 'T', note: 'One\n\nTwo' },
        { url: deadLink(`edit-${'long'.repeat(400)}`) },
      ]
      for (const link of links) {
        const item = await agent.save(link)
        const edit = actionOf(item, 'edit-item')
        const fields = Object.fromEntries(edit.fields.map((field: Entity) => [field.name, field.value]))
        assert.deepEqual(await submitted(item, 'edit-item', fields), item)
        const form = await agent.call(edit.href, { method: 'PATCH', body: new URLSearchParams(fields) })
        assert.deepEqual(checkSiren(form, await form.json(), service().baseUrl), item)
      }
    })

    it('accepts a form as well as JSON for every change', async () => {
      const saving = await agent.call('/queue', {
        method: 'POST',
        body: new URLSearchParams({ url: deadLink('by-form'), tags: 'b, a', title: '', note: 'Ü & more' }),
      })
      assert.equal(saving.status, 201)
      const item = checkSiren(saving, await saving.json(), service().baseUrl)
      assert.deepEqual(item.properties.tags, ['a', 'b'])
      assert.equal(item.properties.note, 'Ü & more')
      const tagging = await agent.call(actionOf(item, 'tag-item').href, {
        method: 'PUT',
        body: new URLSearchParams({ tag: 'c' }),
      })
      assert.deepEqual(((await tagging.json()) as Entity).properties.tags, ['a', 'b', 'c'])
      const saving2 = await agent.call('/queue/save-links', {
        method: 'POST',
        body: new URLSearchParams({ links: `${deadLink('form-1')}\r\n\r\n${deadLink('form-2')}\r\n` }),
      })
      assert.equal(saving2.status, 200)
      const queue = checkSiren(saving2, await saving2.json(), service().baseUrl)
      assert.deepEqual(
        queue.entities.slice(0, 2).map((saved: Entity) => saved.properties.url),
        [deadLink('form-2'), deadLink('form-1')],
      )
    })

    const emptyBodies: [string, Record<string, string>, string | undefined][] = [
      ['no body and no type', {}, undefined],
      ['an empty JSON body', { 'content-type': 'application/json' }, ''],
      ['an empty form', { 'content-type': FORM }, ''],
      ['an empty JSON object', { 'content-type': 'application/json; charset=utf-8' }, '{}'],
    ]
    for (const [kind, headers, body] of emptyBodies) {
      it(`accepts an action without fields with ${kind}`, async () => {
        const saved = await agent.save({ url: deadLink(`empty-${kind.replaceAll(' ', '-')}`) })
        const href = actionOf(saved, 'mark-read').href
        const init = { method: 'PUT', headers, ...(body === undefined ? {} : { body }) }
        const response = await agent.call(href, init)
        assert.equal(response.status, 200)
        assert.deepEqual(((await response.json()) as Entity).class, ['item', 'read'])
        const removal = await agent.call(linkOf(saved, 'self')!, { ...init, method: 'DELETE' })
        assert.equal(removal.status, 204)
      })
    }

    it('refuses members for an action without fields', async () => {
      const saved = await agent.save({ url: deadLink('stray-members') })
      for (const [type, body] of [
        ['application/json', '{"stray":[1,{"a":null}]}'],
        [FORM, 'stray=1'],
      ]) {
        const init = { method: 'PUT', headers: { 'content-type': type! }, body: body! }
        const { detail } = await checkProblem(
          await agent.call(actionOf(saved, 'mark-read').href, init),
          422,
          service().baseUrl,
        )
        assert.equal(detail, 'There is no member "stray" here. "mark-read" takes no members.')
      }
      assert.deepEqual(await agent.entity(linkOf(saved, 'self')!), saved)
    })

    it('treats empty optional fields of a save as missing', async () => {
      const first = await agent.save({ url: deadLink('empty-fields'), title: 'T', note: 'N', reason: 'R' })
      const again = await agent.save({
        url: deadLink('empty-fields'),
        title: '',
        note: ' ',
        reason: null,
        tags: '',
      })
      for (const member of ['title', 'note', 'reason', 'tags']) {
        assert.deepEqual(again.properties[member], first.properties[member])
      }
    })

    it('filters with the search action, whose fields make the query', async () => {
      const newIdentity = await freshAgent()
      await newIdentity.save({ url: deadLink('s1'), tags: ['x'] })
      await newIdentity.save({ url: deadLink('s2', '127.0.0.2') })
      const search = actionOf(await newIdentity.entity('/queue'), 'search')
      assert.deepEqual(
        search.fields.map((field: Entity) => [field.name, field.type]),
        [
          ['q', 'text'],
          ['state', 'text'],
          ['tag', 'text'],
          ['site', 'text'],
          ['sort', 'text'],
          ['limit', 'number'],
        ],
      )
      const find = async (query: Record<string, string>) => {
        const page = await newIdentity.entity(`${search.href}?${new URLSearchParams(query).toString()}`)
        return page.entities.map((item: Entity) => item.title)
      }
      assert.deepEqual(await find({ q: '', state: 'unread', tag: '', site: '', limit: '' }), [
        '127.0.0.2:9/s2',
        '127.0.0.1:9/s1',
      ])
      assert.deepEqual(await find({ q: 'S2' }), ['127.0.0.2:9/s2'])
      assert.deepEqual(await find({ tag: '#X' }), ['127.0.0.1:9/s1'])
      assert.deepEqual(await find({ site: 'www.127.0.0.2' }), ['127.0.0.2:9/s2'])
      assert.deepEqual(await find({ state: 'read' }), [])
      const shown = await newIdentity.entity('/queue?state=read')
      const [, state] = actionOf(shown, 'search').fields
      assert.deepEqual(
        [state.value, state.title],
        ['read', 'State: unread, read, snoozed, favourite, all, removed'],
      )
    })

    it('finds the item of a link that is in no query, even in the trash', async () => {
      const finder = await freshAgent()
      const saved = await finder.save({ url: deadLink('found?b=2&a=1') })
      const find = actionOf(await finder.entity('/queue'), 'find-link')
      assert.equal(new URL(find.href).search, '')
      const ask = (body: Record<string, string>) =>
        finder.call(find.href, {
          method: find.method,
          headers: { 'content-type': find.type },
          body: JSON.stringify(body),
        })
      const found = await ask({ url: deadLink('found?a=1&b=2&utm_source=x#part') })
      assert.equal(found.headers.get('content-location'), linkOf(saved, 'self'))
      assert.deepEqual(await found.json(), saved)
      await submitAction(finder, saved, { name: 'remove-item' })
      const removed = (await (await ask({ url: saved.properties.url })).json()) as Entity
      assert.ok(removed.class.includes('removed'))
      assert.equal((await ask({ url: deadLink('not-found') })).status, 204)
      await checkProblem(await ask({ url: 'mailto:a@example.org' }), 422, service().baseUrl)
      await checkProblem(await ask({ address: deadLink('x') }), 422, service().baseUrl)
      const stranger = await freshAgent()
      const other = await submitAction(stranger, await stranger.entity('/queue'), {
        name: 'find-link',
        fields: { url: saved.properties.url },
      })
      assert.equal(other.status, 204)
    })

    it('shows and changes nothing of another account', async () => {
      const stranger = await freshAgent()
      const mine = await agent.save({ url: deadLink('mine'), title: 'Mine' })
      const theirs = await stranger.save({ url: deadLink('mine') })
      assert.notEqual(theirs.properties.id, mine.properties.id)
      assert.equal(theirs.properties.title, '127.0.0.1:9/mine')
      assert.equal((await stranger.entity('/queue')).properties.totals.unread, 1)
      for (const action of mine.actions) {
        const input = JSON.parse(INPUTS[action.name] ?? '{"title":"Stolen"}') as Record<string, unknown>
        const response = await submitAction(stranger, mine, { name: action.name, fields: input })
        await checkProblem(response, 404, service().baseUrl)
      }
      assert.deepEqual(await agent.entity(linkOf(mine, 'self')!), mine)
    })

    it('is closed to an agent as soon as its access is revoked', async () => {
      const revoked = await connectAgent(service().baseUrl, person)
      await revoked.entity('/queue')
      await fetch(`${service().baseUrl}/oauth/revoke`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: revoked.refresh }),
      })
      await checkProblem(await revoked.call('/queue'), 401, service().baseUrl)
      assert.equal((await agent.call('/queue')).status, 200)
    })

    it('distinguishes agents of one person by their registration', async () => {
      const { baseUrl } = service()
      const second = await connectAgent(baseUrl, person, 'Second Agent')
      assert.notEqual(second.clientId, agent.clientId)
      assert.notEqual(await register(baseUrl), second.clientId)
      const item = await second.save({ url: deadLink('second-agent') })
      assert.deepEqual(item.properties.savedBy, { id: second.clientId, name: 'Second Agent' })
    })
  })
})
