import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { itemActions, queueActions } from '../../src/queue/catalogue.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp, submitAction } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'

/** How an item comes into each state in which other actions are offered. */
const STATES: Record<string, [action: string, fields: Record<string, string>][]> = {
  unread: [],
  read: [['mark-read', {}]],
  favourite: [['favourite-item', {}]],
  tagged: [['tag-item', { tag: 'kept' }]],
  removed: [['remove-item', {}]],
}

/** Something valid for each field that has to be filled in. */
const SAMPLES: Record<string, string> = {
  tag: 'kept',
  title: 'Another title',
  note: 'A note',
  url: 'https://example.org/from-a-form',
  links: 'https://example.org/one\nhttps://example.org/two',
  reason: 'Because',
  tags: 'a, b',
}

/** What differs between two items that were treated alike. */
const OWN = [
  'id',
  'url',
  'title',
  'savedAt',
  'updatedAt',
  'readAt',
  'favouritedAt',
  'removedAt',
  'content',
  'savedBy',
]

onBothEngines('The faces of the catalogue', (service) => {
  let person: Person
  let agent: Agent
  let count = 0
  before(async () => {
    person = await signUp(service().baseUrl)
    agent = await connectAgent(service().baseUrl, person)
  })

  async function itemIn(state: string): Promise<Entity> {
    let item = await agent.save({ url: deadLink(`${state}/${++count}`) })
    for (const [action, fields] of STATES[state] ?? []) {
      const answer = await submitAction(agent, item, action, fields)
      assert.ok(answer.ok)
      item = await agent.entity(hrefOf(item))
    }
    return item
  }

  for (const state of Object.keys(STATES)) {
    it(`offers the same actions with the same fields on an item that is ${state}`, async () => {
      const item = await itemIn(state)
      const page = await person.browser.open(new URL(hrefOf(item)).pathname)
      assert.equal(page.status, 200)

      const path = new URL(hrefOf(item)).pathname
      const forms = page.forms.filter((form) => form.action.startsWith(`${path}/`))
      const inPage = new Set(forms.map((form) => form.action.slice(path.length + 1)))
      const inSiren = item.actions.map((action: Entity) => action.name)
      assert.deepEqual([...inPage].sort(), [...inSiren].sort())
      assert.ok(inSiren.every((name: string) => itemActions.some((action) => action.name === name)))

      for (const action of item.actions) {
        const form = forms.find((form) => form.action === `${path}/${action.name}`)
        const own = Object.keys(form?.fields ?? {}).filter((name) => !['form_token', 'return'].includes(name))
        assert.deepEqual(own.sort(), action.fields.map((field: Entity) => field.name).sort(), action.name)
      }
    })
  }

  describe('have the same outcome', () => {
    for (const action of itemActions) {
      it(`for ${action.name}`, async () => {
        const state = Object.keys(STATES).find((name) => offersIn(name, action.name))
        assert.ok(state, `no sample state offers ${action.name}`)
        const fields = Object.fromEntries(
          Object.keys(action.fields).map((name) => [name, SAMPLES[name] ?? '']),
        )

        const byAgent = await itemIn(state)
        assert.ok((await submitAction(agent, byAgent, action.name, fields)).ok)
        const byPerson = await itemIn(state)
        const path = new URL(hrefOf(byPerson)).pathname
        const answer = await person.browser.submit(await person.browser.open(path), fields, {
          action: `${path}/${action.name}`,
        })
        assert.equal(answer.status, 200)

        assert.deepEqual(
          outcome(await agent.entity(hrefOf(byPerson))),
          outcome(await agent.entity(hrefOf(byAgent))),
        )
      })
    }

    for (const action of queueActions) {
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
        assert.deepEqual(own.sort(), Object.keys(action.fields).sort())

        const fields = Object.fromEntries(own.map((name) => [name, SAMPLES[name] ?? '']))
        const answer = await person.browser.submit(page, fields, { action: `/queue/${action.name}` })
        assert.equal(answer.status, 200)
        const [saved] = (await agent.entity('/queue')).entities
        assert.equal(saved.properties.savedBy, null)

        const again = await submitAction(agent, await agent.entity('/queue'), action.name, fields)
        assert.equal(again.status, 200)
        const [savedAgain] = (await agent.entity('/queue')).entities
        assert.equal(savedAgain.properties.id, saved.properties.id)
        assert.equal(savedAgain.properties.savedBy.name, 'Test Agent')
      })
    }
  })

  it('refuse alike what an item does not offer', async () => {
    const item = await itemIn('removed')
    const path = new URL(hrefOf(item)).pathname
    for (const action of itemActions.filter((action) => !offersIn('removed', action.name))) {
      const below = action.path === '' ? '' : `/${action.path}`
      const init = action.fields['tag']
        ? { body: 'tag=x', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
        : {}
      const refused = await agent.call(`${path}${below}`, { method: action.method, ...init })
      assert.equal(refused.status, 409, action.name)
    }
    assert.deepEqual((await agent.entity(hrefOf(item))).properties, item.properties)
  })
})

function hrefOf(item: Entity): string {
  return item.links.find((link: Entity) => link.rel.includes('self')).href
}

/** Which sample states offer an action, in words, so that a changed rule shows up here. */
function offersIn(state: string, action: string): boolean {
  const offers: Record<string, string[]> = {
    'mark-read': ['unread', 'favourite', 'tagged'],
    'mark-unread': ['read'],
    'favourite-item': ['unread', 'read', 'tagged'],
    'unfavourite-item': ['favourite'],
    'tag-item': ['unread', 'read', 'favourite', 'tagged'],
    'untag-item': ['tagged'],
    'edit-item': ['unread', 'read', 'favourite', 'tagged'],
    'remove-item': ['unread', 'read', 'favourite', 'tagged'],
    'restore-item': ['removed'],
  }
  return offers[action]?.includes(state) ?? false
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
  }
}
