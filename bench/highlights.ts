import { articlePage, fetched } from '../test/support/article.ts'
import { deadLink } from '../test/support/links.ts'
import { compare, print, type Side } from './compare.ts'
import { addResult } from './results.ts'
import { cookieOf, startSampleService } from './sample-service.ts'

const HIGHLIGHTS = 200
const PARAGRAPHS = 600

const REST = 'What follows is as long as most paragraphs are that people read, and says as much. '.repeat(4)
const sentence = (index: number) => `This is paragraph ${index} of the article, and each has another number.`

/** Measures the page of a long article with 200 highlights beside the same article without any. */
export async function benchHighlights(): Promise<void> {
  const service = await startSampleService(1)
  const { agent, baseUrl, pid } = service
  try {
    const [plain, marked] = [await saveLong('plain'), await saveLong('marked')]
    for (let index = 0; index < HIGHLIGHTS; index++) {
      const quote = sentence(index * (PARAGRAPHS / HIGHLIGHTS))
      const response = await agent.call(`/queue/items/${marked}/highlight-item`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ quote }),
      })
      if (!response.ok) throw new Error(await response.text())
    }
    const headers = { accept: 'text/html', ...cookieOf(service.person) }
    let number = 0
    const side = (id: string): Side => ({
      origin: baseUrl,
      pid,
      headers,
      // Each time another address, so that no page is kept.
      path: () => `/queue/items/${id}?n=${number++}`,
    })
    print(`\nAn article with ${HIGHLIGHTS} highlights, rendered again each time`)
    const { processor } = await compare(side(marked), side(plain), { baseline: 'the one without' })
    addResult({
      work: `Drawing an article with ${HIGHLIGHTS} highlights, time`,
      measured: 1 / processor,
      atMost: 1.2,
    })
  } finally {
    await service.stop()
  }

  async function saveLong(name: string): Promise<string> {
    const text = Array.from({ length: PARAGRAPHS }, (_, index) => `<p>${sentence(index)} ${REST}</p>`)
    const html = articlePage(`A long article, ${name}`, text.join('\n'), 0)
    const item = await fetched(agent, await agent.save({ url: deadLink(name), html }))
    return String(item.properties.id)
  }
}
