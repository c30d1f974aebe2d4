import assert from 'node:assert/strict'
import parser from 'siren-parser'
import type { Entity } from './agent.ts'

/** An independent parser with a mind of its own about what is Siren. */
export const parseSiren = parser.default

const FIELD_TYPES =
  'hidden text search tel url email password datetime date month week time datetime-local number range color checkbox radio file'.split(
    ' ',
  )
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const CLASSES = [
  'queue',
  'import',
  'outcome',
  'item',
  'unread',
  'read',
  'snoozed',
  'removed',
  'changes',
  'change',
  'suggestion',
  'saved-search',
  'saved-searches',
  'highlights',
  'highlight',
]
/** IANA's registry, as far as it is used here, and the one relation of our own. */
const RELATIONS = [
  'self',
  'first',
  'next',
  'prev',
  'item',
  'collection',
  'original',
  'alternate',
  'related',
  'monitor',
  'profile',
  'service-doc',
  'highlights',
]
const FORM = 'application/x-www-form-urlencoded'

/** Holds a Siren answer of the service against the whole checklist; gives the entity. */
export function checkSiren(response: Response, entity: Entity, baseUrl: string): Entity {
  assert.equal(response.headers.get('content-type'), 'application/vnd.siren+json')
  parseSiren(JSON.stringify(entity))
  checkEntity(entity, baseUrl)
  checkQueue(response, entity)
  checkOutcome(entity)
  checkItem(entity)
  for (const item of entity.entities ?? []) checkItem(item)
  for (const embedded of entity.entities ?? []) {
    checkRelations(embedded.rel)
    assert.equal('href' in embedded, false, 'an embedded representation has no href')
    const isHighlight = embedded.class.includes('highlight')
    assert.equal('actions' in embedded, isHighlight, 'only an embedded highlight carries actions')
    checkEntity(embedded, baseUrl)
  }
  return entity
}

/** A page says how many items it embeds, and its Link header leads where its links do. */
function checkQueue(response: Response, entity: Entity): void {
  if (!entity.class.includes('queue')) return
  assert.equal(entity.properties.count, entity.entities.length)
  const ids = entity.entities.map((item: Entity) => item.properties.id)
  assert.equal(new Set(ids).size, ids.length, 'no item comes twice')
  for (const count of Object.values(entity.properties.totals)) {
    assert.ok(Number.isSafeInteger(count) && Number(count) >= 0, 'totals are counts')
  }
  assert.ok(linkOf(entity, 'first'), 'the first page is always linked')
  assert.equal(linkOf(entity, 'last'), undefined)
  const header = linksOfHeader(response.headers.get('link') ?? '')
  for (const relation of ['first', 'next', 'prev', 'service-doc']) {
    assert.equal(header.get(relation), linkOf(entity, relation), `the Link header's ${relation}`)
  }
}

/** An outcome counts what it embeds: items that were changed, and those that were skipped, which say why. */
function checkOutcome(entity: Entity): void {
  if (!entity.class.includes('outcome')) return
  const skipped = entity.entities.filter((item: Entity) => 'skippedBecause' in item.properties)
  assert.ok(
    skipped.every((item: Entity) => item.properties.skippedBecause.endsWith('.')),
    'a sentence',
  )
  assert.equal(entity.properties.skipped, skipped.length)
  assert.equal(entity.properties.changed, entity.entities.length - skipped.length)
  assert.ok(linkOf(entity, 'collection'), 'it leads back to the queue')
}

/** An item is in one state, says so by its class, and links to what it stands for. */
function checkItem(item: Entity): void {
  if (!item.class.includes('item')) return
  const { properties } = item
  const waiting = properties.snoozedUntil ? 'snoozed' : 'unread'
  const state = properties.removedAt ? 'removed' : properties.readAt ? 'read' : waiting
  assert.deepEqual([item.class, properties.state], [['item', state], state])
  assert.equal(properties.favourite, properties.favouritedAt !== null)
  assert.equal(item.title, properties.title)
  assert.equal(linkOf(item, 'original'), properties.url)
  assert.ok(linkOf(item, 'self')?.endsWith(`/queue/items/${properties.id}`))
  const content = linkOf(item, 'alternate')
  assert.equal(content !== undefined, properties.wordCount !== null, 'content is linked where it is kept')
  if (content) assert.equal(content, `${linkOf(item, 'self')}/content`)
  checkTypes(item)
  for (const member of ['savedAt', 'updatedAt', 'readAt', 'favouritedAt', 'snoozedUntil', 'removedAt']) {
    const instant = properties[member]
    if (instant === null && !['savedAt', 'updatedAt'].includes(member)) continue
    assert.equal(new Date(instant).toISOString(), instant, `${member} is an instant in UTC`)
  }
}

/** The article's links say as what it can be read; in a list, where it is short, the first does. */
function checkTypes({ links, properties, rel }: Entity): void {
  const typesOf = (relation: string) =>
    links.filter((link: Entity) => link.rel.includes(relation)).map(({ type }: Entity) => type)
  const offered = rel ? ['text/html'] : ['text/html', 'text/markdown', 'text/plain']
  assert.deepEqual(typesOf('alternate'), properties.wordCount === null ? [] : offered)
  assert.deepEqual(typesOf('original'), [properties.content.type])
}

/** The href of an entity's link with this relation. */
export function linkOf(entity: Entity, relation: string): string | undefined {
  return entity.links.find((link: Entity) => link.rel.includes(relation))?.href
}

/** The targets of a Link header (RFC 8288) by relation. */
export function linksOfHeader(header: string): Map<string, string> {
  return new Map(
    [...header.matchAll(/<([^>]*)>; rel="([^"]*)"/g)].map(([, href = '', relation = '']) => [relation, href]),
  )
}

function checkEntity(entity: Entity, baseUrl: string): void {
  const members = ['class', 'title', 'properties', 'entities', 'links', 'actions', 'rel']
  assert.deepEqual(
    Object.keys(entity).filter((member) => !members.includes(member)),
    [],
    'only members of Siren',
  )
  assert.equal(typeof entity.title, 'string')
  assert.ok(
    entity.class.length > 0 && entity.class.every((name: string) => CLASSES.includes(name)),
    'documented classes',
  )
  assert.equal(typeof entity.properties, 'object')
  const selves = entity.links.filter((link: Entity) => link.rel.includes('self'))
  const isAnswer = ['outcome', 'import', 'suggestion'].some((name) => entity.class.includes(name))
  assert.equal(selves.length, isAnswer ? 0 : 1, 'one self, but for what has happened')
  for (const link of entity.links) {
    checkRelations(link.rel)
    checkHref(link.href, link.rel.includes('original') ? undefined : baseUrl)
  }
  const names = (entity.actions ?? []).map((action: Entity) => action.name)
  assert.equal(new Set(names).size, names.length, 'action names are unique')
  for (const action of entity.actions ?? []) checkAction(action, baseUrl)
}

function checkRelations(rel: unknown): void {
  assert.ok(Array.isArray(rel) && rel.length > 0, 'rel is a non-empty array')
  for (const relation of rel) assert.ok(RELATIONS.includes(relation), `registered relation: ${relation}`)
}

function checkHref(href: string, baseUrl: string | undefined): void {
  const url = new URL(href)
  assert.equal(url.username + url.password, '', 'no userinfo')
  if (baseUrl === undefined) return
  assert.ok(href.startsWith(`${baseUrl}/`), `${href} lies below ${baseUrl}`)
  assert.equal(url.hash, '', 'no fragment')
  assert.doesNotMatch(href, /rq_[ar]t_|(%40|@)example\.org/i, 'nothing secret or personal in an href')
}

function checkAction(action: Entity, baseUrl: string): void {
  for (const member of ['name', 'title', 'class', 'method', 'href', 'type', 'fields']) {
    assert.ok(member in action, `${action.name} states its ${member}`)
  }
  assert.match(action.name, /^[a-z]+(-[a-z]+)*$/)
  assert.ok(typeof action.title === 'string' && action.title.length > 0)
  assert.ok(Array.isArray(action.class) && action.class.length > 0, 'class is a non-empty array')
  checkHref(action.href, baseUrl)
  assert.ok(METHODS.includes(action.method))
  if (action.method === 'GET') {
    assert.equal(action.type, FORM)
    assert.equal(new URL(action.href).search, '', 'a GET action has no query in its href')
  } else {
    assert.ok(['application/json', FORM].includes(action.type))
  }
  if (action.method === 'DELETE') assert.deepEqual(action.fields, [])
  const names = action.fields.map((field: Entity) => field.name)
  assert.equal(new Set(names).size, names.length, 'field names are unique')
  for (const field of action.fields) checkField(field)
}

function checkField(field: Entity): void {
  assert.ok(typeof field.name === 'string' && field.name.length > 0)
  assert.ok(typeof field.title === 'string' && field.title.length > 0)
  assert.ok(FIELD_TYPES.includes(field.type), `${field.name} has a field type of Siren`)
  assert.ok(field.type !== 'hidden' || 'value' in field, 'a hidden field carries its value')
  if (!('value' in field)) return
  const isChoice =
    Array.isArray(field.value) && field.value.every((choice: Entity) => typeof choice.value === 'string')
  assert.ok(
    ['string', 'number'].includes(typeof field.value) || isChoice,
    `${field.name} has a value of Siren`,
  )
}
