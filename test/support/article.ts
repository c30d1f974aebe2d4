import { type Agent, type Entity } from './agent.ts'
import { eventually } from './eventually.ts'
import { linkOf } from './siren-check.ts'

const SENTENCE = 'Links say what can be done next, and a reader follows them one after the other.'

/** A page with a title and some paragraphs, and what else stands in its article. */
export function articlePage(title: string, more = '', paragraphs = 6): string {
  const text = Array.from({ length: paragraphs }, (_, index) => `<p>${index + 1}. ${SENTENCE}</p>`).join('\n')
  return `<!doctype html><html lang="en"><head><title>${title}</title></head>
<body><nav><a href="/">Home</a></nav><article><h1>${title}</h1>${text}${more}</article></body></html>`
}

/** An item once its page was fetched and read, well or not. */
export function fetched(agent: Agent, item: Entity): Promise<Entity> {
  return eventually(
    () => agent.entity(linkOf(item, 'self')!),
    ({ properties }) => properties.content.status !== 'pending',
  )
}

/** The article of an item in one of its formats. */
export function contentOf(agent: Agent, item: Entity, type: string): Promise<Response> {
  return agent.call(linkOf(item, 'alternate')!, { headers: { accept: type } })
}
