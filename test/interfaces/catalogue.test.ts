import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { changeItems, itemActions, queueActions } from '../../src/queue/actions/catalogue.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import type { Page } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { deadLink, refusedLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'
import { NEXT_YEAR, OFFERED, SAMPLE_INPUT } from '../support/offered-actions.ts'

/** How an item comes into each state in which other actions are offered. */
const STATES: Record<string, [action: string, fields: Record<string, string>][]> = {
  unread: [],
  read: [['mark-read', {}]],
  favourite: [['favourite-item', {}]],
  snoozed: [['snooze-item', { until: NEXT_YEAR }]],
  tagged: [['tag-item', { tag: 'kept' }]],
  asked: [['ask-agent', { request: 'Sum it up' }]],
  answered: [
    ['ask-agent', { request: 'Sum it up' }],
    ['answer-request', { answer: 'It is long' }],
  ],
  highlighted: [['highlight-item', { quote: 'A passage that waits for its article' }]],
  failed: [],
  removed: [['remove-item', {}]],
}

/** Something valid for each field that has to be filled in. */
const SAMPLES: Record<string, string> = {
  ...SAMPLE_INPUT,
  url: 'https://example.org/from-a-form',
  links: 'https://example.org/one\nhttps://example.org/two',
  reason: 'Because',
  tags: 'a, b',
  html: '<p>A page.</p>',
}

/** What differs between two items that were treated alike. */
const OWN = [
  'titleBy',
  'noteBy',
  'requestBy',
  'requestedAt',
  'answerBy',
  'answeredAt',
  'id',
  'url',
  'title',
  'savedAt',
  'updatedAt',
  'readAt',
  'favouritedAt',
  'removedAt',
  'snoozedUntil',
  'content',
  'savedBy',
]

onBothEngines('The interfaces of the catalogue', (service) => {
  let person: Person
  let agent: Agent
  let count = 0
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
  })

  async function itemIn(state: string): Promise<Entity> {
    const path = `${state}/${++count}`
    let item = await agent.save({ url: state === 'failed' ? refusedLink(path) : deadLink(path) })
    if (state === 'failed') return settled(item)
    for (const [action, fields] of STATES[state] ?? []) {
      const response = await submitAction(agent, item, { name: action, fields })
      assert.ok(response.ok)
      item = await agent.entity(hrefOf(item))
    }
    return item
  }

  /** The item once its page has been refused. */
  function settled(item: Entity): Promise<Entity> {
    return eventually(
      () => agent.entity(hrefOf(item)),
      ({ properties }) => properties.content.status === 'failed',
    )
  }

  function after(item: Entity, state: string): Promise<Entity> {
    return state === 'failed' ? settled(item) : agent.entity(hrefOf(item))
  }

  /** The id of an item's highlight. */
  async function firstHighlight(item: Entity): Promise<string> {
    const { entities } = await agent.entity(`${new URL(hrefOf(item)).pathname}/highlights`)
    return entities[0].properties.id
  }

  /** The page of an item; of a highlighted one as it is when its highlight is edited. */
  async function pageOf(item: Entity): Promise<Page> {
    const path = new URL(hrefOf(item)).pathname
    const isHighlighted = item.actions.some(({ name }: Entity) => name === 'edit-highlight')
    return person.browser.open(isHighlighted ? `${path}?highlight=${await firstHighlight(item)}` : path)
  }

  for (const state of Object.keys(STATES)) {
    it(`offers the same actions with the same fields on an item that is ${state}`, async () => {
      const item = await itemIn(state)
      const page = await pageOf(item)
      assert.equal(page.status, 200)

      const path = new URL(hrefOf(item)).pathname
      const forms = page.forms.filter((form) => form.action.startsWith(`${path}/`))
      const inPage = new Set(forms.map((form) => form.action.slice(path.length + 1)))
      const inSiren = item.actions.map((action: Entity) => action.name)
      assert.deepEqual([...inPage].sort(), [...inSiren].sort())
      assert.ok(inSiren.every((name: string) => itemActions.some((action) => action.name === name)))

      for (const action of item.actions) {
        const form = forms.find((form) => form.action === `${path}/${action.name}`)
        const { fields } = itemActions.find(({ name }) => name === action.name)!
        // The button that removes a highlight names it.
        const chosen = [...(form?.choices ?? [])].filter((name) => name in fields)
        const sent = new Set([...Object.keys(form?.fields ?? {}), ...chosen])
        const own = [...sent].filter((name) => !['form_token', 'return'].includes(name))
        const shown = action.fields.map((field: Entity) => field.name)
        const onPage = shown.filter((name: string) => fields[name]!.isApiOnly === undefined)
        assert.deepEqual(own.sort(), onPage.sort(), action.name)
      }
    })
  }

  describe('have the same outcome', () => {
    for (const action of itemActions) {
      it(`for ${action.name}`, async () => {
        const state = Object.keys(STATES).find((name) => OFFERED[action.name]?.includes(name) ?? false)
        assert.ok(state, `no sample state offers ${action.name}`)
        const fields = Object.fromEntries(
          Object.keys(action.fields)
            .filter((name) => action.fields[name]!.isApiOnly === undefined)
            .map((name) => [name, SAMPLES[name] ?? '']),
        )

        const own = async (item: Entity) =>
          'highlight' in fields ? { ...fields, highlight: await firstHighlight(item) } : fields
        const byAgent = await itemIn(state)
        assert.ok((await submitAction(agent, byAgent, { name: action.name, fields: await own(byAgent) })).ok)
        const byPerson = await itemIn(state)
        const path = new URL(hrefOf(byPerson)).pathname
        const response = await person.browser.submit(await pageOf(byPerson), await own(byPerson), {
          action: `${path}/${action.name}`,
        })
        assert.equal(response.status, 200)

        assert.deepEqual(outcome(await after(byPerson, state)), outcome(await after(byAgent, state)))
      })
    }

    for (const action of queueActions.filter(({ outcome }) => outcome === 'saved')) {
      it(`for ${action.name}`, async () => {
        const queue = await agent.entity('/queue')
        const offered = queue.actions.find((offer: Entity) => offer.name === action.name)
        assert.deepEqual(
          offered.fields.map((field: Entity) => field.name),
          Object.keys(action.fields),
        )

        const page = await person.browser.open('/queue')
        const form = page.forms.find((form) => form.action === `/queue/${action.name}`)
        const own = Object.keys(form?.fields ?? {}).filter((name) => !['form_token', 'return'].includes(name))
        const fields = Object.fromEntries(
          Object.keys(action.fields).map((name) => [name, SAMPLES[name] ?? '']),
        )
        // The dialog that saves a link takes several in its one field.
        const typed = form ? fields : { url: SAMPLES['links']! }
        assert.equal(form === undefined, action.name === 'save-links')
        for (const name of own) assert.ok(name in action.fields, name)
        const used = form ? action.name : 'save-link'
        const response = await person.browser.submit(page, typed, { action: `/queue/${used}` })
        assert.equal(response.status, 200)
        const [saved] = (await agent.entity('/queue')).entities
        assert.equal(saved.properties.savedBy, null)

        const again = await submitAction(agent, await agent.entity('/queue'), { name: action.name, fields })
        assert.equal(again.status, 200)
        const [savedAgain] = (await agent.entity('/queue')).entities
        assert.equal(savedAgain.properties.id, saved.properties.id)
        assert.equal(savedAgain.properties.savedBy.name, 'Test Agent')
      })
    }
  })

  describe('change several items alike', () => {
    const { fields } = changeItems
    for (const name of fields['action']?.choices ?? []) {
      it(`by ${name}`, async () => {
        const state = Object.keys(STATES).find((state) => OFFERED[name]?.includes(state) ?? false)
        assert.ok(state, `no sample state offers ${name}`)
        const actionFields = itemActions.find((action) => action.name === name)!.fields
        const samples = Object.fromEntries(
          Object.keys(actionFields).map((field) => [field, SAMPLES[field] ?? '']),
        )
        const sent = async () => {
          const items = [await itemIn(state), await itemIn(state)]
          return { items, fields: { ...samples, action: name, items: items.map(idOf).join(' ') } }
        }

        const byAgent = await sent()
        const queue = await agent.entity('/queue?limit=100')
        const offer = queue.actions.find((offer: Entity) => offer.name === changeItems.name)
        assert.deepEqual(
          offer.fields.map((field: Entity) => field.name),
          Object.keys(fields),
        )
        const response = await submitAction(agent, queue, { name: changeItems.name, fields: byAgent.fields })
        assert.equal(response.status, 200)

        const byPerson = await sent()
        const page = await person.browser.open(`/queue?state=${listOf(state)}&limit=100`)
        const form = page.forms.find(({ action }) => action === '/queue/change-items')
        const own = [...Object.keys(form?.fields ?? {}), ...(form?.choices ?? [])]
        const isOffered = (field: string) => {
          const takers = itemActions.filter((action) => field in action.fields)
          return takers.length === 0 || takers.some((action) => OFFERED[action.name]?.includes(state))
        }
        const expected = Object.keys(fields).filter(
          (field) => isOffered(field) && fields[field]!.isApiOnly === undefined,
        )
        // A preset is a value of `until`.
        assert.deepEqual(
          own.filter((field) => !['form_token', 'return', 'preset'].includes(field)).sort(),
          [...expected].sort(),
        )
        const done = await person.browser.submit(page, byPerson.fields, { action: '/queue/change-items' })
        assert.equal(done.status, 200)

        for (const [index, item] of byPerson.items.entries()) {
          const agents = await after(byAgent.items[index]!, state)
          assert.deepEqual(outcome(await after(item, state)), outcome(agents))
        }
      })
    }
  })

  it('undo a change alike, where it is shown', async () => {
    const undo = queueActions.find(({ outcome }) => outcome === 'undone')
    assert.ok(undo)
    const changed = async () => {
      const item = await itemIn('tagged')
      assert.ok((await submitAction(agent, item, { name: 'remove-item' })).ok)
      return item
    }

    const byAgent = await changed()
    const { latest } = (await agent.entity('/queue/changes?limit=1')).properties
    const { entities } = await agent.entity(`/queue/changes?after=${latest - 10}`)
    const shown = entities.findLast(({ properties }: Entity) => properties.itemId === idOf(byAgent))
    const change = await agent.entity(shown.links.find(({ rel }: Entity) => rel.includes('self')).href)
    const offer = change.actions.find(({ name }: Entity) => name === undo.name)
    assert.deepEqual(
      offer.fields.map((field: Entity) => field.name),
      Object.keys(undo.fields),
    )
    assert.ok(
      (await submitAction(agent, change, { name: undo.name, fields: { change: change.properties.sequence } }))
        .ok,
    )

    const byPerson = await changed()
    const page = await person.browser.open(`/history?item=${idOf(byPerson)}`)
    const form = page.forms.find(({ action }) => action === `/queue/${undo.name}`)
    const own = Object.keys(form?.fields ?? {}).filter((name) => !['form_token', 'return'].includes(name))
    const isOnPage = (name: string) => undo.fields[name]!.isApiOnly === undefined
    assert.deepEqual(own, Object.keys(undo.fields).filter(isOnPage))
    assert.equal((await person.browser.submit(page, {}, { action: `/queue/${undo.name}` })).status, 200)

    assert.deepEqual(outcome(await after(byPerson, 'tagged')), outcome(await after(byAgent, 'tagged')))
  })

  it('refuse alike what an item does not offer', async () => {
    const item = await itemIn('removed')
    const path = new URL(hrefOf(item)).pathname
    for (const action of itemActions.filter(
      (action) => !(OFFERED[action.name]?.includes('removed') ?? false),
    )) {
      const below = action.path === '' ? '' : `/${action.path}`
      const named = ['tag', 'answer', 'quote', 'highlight'].find((field) => field in action.fields)
      const init = named
        ? { body: `${named}=x`, headers: { 'content-type': 'application/x-www-form-urlencoded' } }
        : {}
      const refused = await agent.call(`${path}${below}`, { method: action.method, ...init })
      assert.equal(refused.status, action.name === 'remove-item' ? 204 : 409, action.name)
    }
    assert.deepEqual((await agent.entity(hrefOf(item))).properties, item.properties)
  })
})

function idOf(item: Entity): string {
  return item.properties.id
}

/** The list that items of a sample state stand in. */
function listOf(state: string): string {
  return ['read', 'snoozed', 'removed'].includes(state) ? state : 'all'
}

function hrefOf(item: Entity): string {
  return item.links.find((link: Entity) => link.rel.includes('self')).href
}

function outcome(item: Entity): unknown {
  const { properties } = item
  const kept = Object.entries(properties).filter(([name]) => !OWN.includes(name))
  const isSet = (name: string) => properties[name] !== null
  return {
    class: item.class,
    actions: item.actions.map((action: Entity) => action.name),
    kept,
    isRead: isSet('readAt'),
    isFavourite: isSet('favouritedAt'),
    isRemoved: isSet('removedAt'),
    isSnoozed: isSet('snoozedUntil'),
  }
}
