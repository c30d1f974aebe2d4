/** A Siren entity (kevinswiber/siren); the members that this client reads. */
export type Entity = {
  class: string[]
  title?: string
  properties: Record<string, unknown>
  links: { rel: string[]; href: string }[]
  actions: Action[]
  /** The embedded entities, such as the items of a page of the queue. */
  entities?: Embedded[]
}

/** An embedded entity; the members that this client reads. */
export type Embedded = Pick<Entity, 'class' | 'title' | 'properties' | 'links'>

export type Action = {
  name: string
  title?: string
  method?: string
  href: string
  type?: string
  fields?: { name: string; value?: unknown }[]
}

export const SIREN_TYPE = 'application/vnd.siren+json'

/** Reads an entity from a parsed body; undefined if it is none. */
export function readEntity(body: unknown): Entity | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const raw = body as Partial<Record<keyof Entity, unknown>>
  if (!Array.isArray(raw.links) || typeof raw.properties !== 'object' || raw.properties === null)
    return undefined
  const links = raw.links as Entity['links']
  const actions = Array.isArray(raw.actions) ? (raw.actions as Action[]) : []
  const isValid =
    links.every((link) => Array.isArray(link?.rel) && typeof link.href === 'string') &&
    actions.every(isAction)
  if (!isValid) return undefined
  const entities = (Array.isArray(raw.entities) ? raw.entities : []).flatMap(
    (embedded) => readEntity(embedded) ?? [],
  )
  return {
    ...(entities.length > 0 ? { entities } : {}),
    class: stringsOf(raw.class),
    ...(typeof raw.title === 'string' ? { title: raw.title } : {}),
    properties: raw.properties as Record<string, unknown>,
    links,
    actions,
  }
}

/** The strings in a value from the service, which should be a list of them. */
export function stringsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

function isAction(action: Action): boolean {
  const { name, href, fields = [] } = action ?? {}
  const haveNames = Array.isArray(fields) && fields.every((field) => typeof field?.name === 'string')
  return typeof name === 'string' && typeof href === 'string' && haveNames
}

/** The address of the first link with a relation. */
export function linkOf(entity: Pick<Entity, 'links'>, rel: string): string | undefined {
  return entity.links.find((link) => link.rel.includes(rel))?.href
}

/** An action by its name; undefined if it is not offered. */
export function actionOf(entity: Entity, name: string): Action | undefined {
  return entity.actions.find((action) => action.name === name)
}

export function hasField(action: Action, name: string): boolean {
  return (action.fields ?? []).some((field) => field.name === name)
}

export type ActionRequest = {
  href: string
  method: string
  headers: Record<string, string>
  body?: string
}

/** The request that submits an action. A field without input has its default value, if it has one. */
export function requestOf(action: Action, input: Record<string, string> = {}): ActionRequest {
  const method = action.method ?? 'GET'
  const values = (action.fields ?? []).flatMap(({ name, value }): [string, string][] => {
    const sent = input[name] ?? (typeof value === 'string' || typeof value === 'number' ? value : undefined)
    return sent === undefined ? [] : [[name, String(sent)]]
  })
  const { href } = action
  if (values.length === 0) return { href, method, headers: {} }
  const query = new URLSearchParams(values).toString()
  if (method === 'GET' || method === 'DELETE') {
    const url = new URL(href)
    url.search = query
    return { href: url.href, method, headers: {} }
  }
  const type = action.type ?? 'application/x-www-form-urlencoded'
  const body = type === 'application/json' ? JSON.stringify(Object.fromEntries(values)) : query
  return { href, method, headers: { 'Content-Type': type }, body }
}
