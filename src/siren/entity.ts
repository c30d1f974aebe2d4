/** The parts of a Siren entity (kevinswiber/siren) that are used here. */
export type Entity = {
  class: string[]
  title?: string
  properties: Record<string, unknown>
  entities?: Embedded[]
  links: Link[]
  actions?: SirenAction[]
}

/** An embedded representation. It has no actions, but for a highlight; GET its self link for those. */
export type Embedded = Omit<Entity, 'entities'> & { rel: string[] }

export type Link = { rel: string[]; href: string; title?: string; type?: string }

export type SirenAction = {
  name: string
  title: string
  class: string[]
  method: string
  href: string
  /** Encoding of the request. */
  type: string
  fields: SirenField[]
}

export type SirenField = { name: string; type: string; title: string; value?: string }

export const SIREN_TYPE = 'application/vnd.siren+json'
