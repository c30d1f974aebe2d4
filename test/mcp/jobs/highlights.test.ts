import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Agent, connectAgent, signUp } from '../../support/agent.ts'
import { fetched } from '../../support/article.ts'
import { refusedLink } from '../../support/links.ts'
import { callTool, type RpcBody } from '../../support/mcp.ts'
import { onBothEngines } from '../../support/service.ts'

const PARAGRAPHS = [
  'The mill had stood <em>empty</em> for nine winters when the sisters bought it, with the wheel still in place.',
  'They began with the roof, because everything else depended on it, and carried four hundred slates up the ladder.',
  'A miller from the <a href="https://example.org/valley">next valley</a> showed them how to dress the stones — “tapping for hours”.',
  'By March the wheel turned for an afternoon, slowly, and the whole building hummed like a cello.',
  'The first flour was grey and far too coarse, but the baker took six sacks of it.',
  'What they had not foreseen was the mud, which had to be dug out by hand in cold water.',
]

const QUOTES = [
  'stood *empty* for nine winters',
  '[next valley](https://example.org/valley) showed them how to dress the stones - "tapping for hours"',
  'hummed like a cello.\n\nThe first flour was grey',
  'the baker took six sacks of it',
  'They had not foreseen was the mud',
]

/** What a person asks of their agent about passages, done as an agent would, with what it costs to read. */
onBothEngines(
  'An agent does with highlights, in few calls and few tokens, what a person asks:',
  (service) => {
    async function reader(): Promise<{ agent: Agent; url: string }> {
      const { baseUrl } = service()
      const agent = await connectAgent(baseUrl, await signUp(baseUrl), 'Claude')
      const url = refusedLink(`mill/${agent.clientId}`)
      const text = PARAGRAPHS.map((paragraph) => `<p>${paragraph}</p>`).join('')
      const html = `<!doctype html><html lang="en"><head><title>The mill</title></head><body><article><h1>The mill</h1>${text}</article></body></html>`
      await fetched(agent, await agent.save({ url, html, tags: ['history'] }))
      return { agent, url }
    }

    /** Counts the calls of a job and the tokens of their answers, about four bytes each. */
    function job(agent: Agent) {
      const spent = { calls: 0, tokens: 0 }
      return {
        async call(name: string, args: Record<string, unknown> = {}): Promise<RpcBody> {
          const { content, isError, structuredContent } = await callTool(service().baseUrl, agent, {
            name,
            args,
          })
          const text = content.map((block) => block.text).join('')
          spent.calls += 1
          spent.tokens += Math.ceil(Buffer.byteLength(text) / 4)
          assert.equal(isError, undefined, text)
          return structuredContent
        },
        costs(calls: number, tokens: number): void {
          assert.ok(spent.calls <= calls && spent.tokens <= tokens, JSON.stringify(spent))
        },
      }
    }

    it('five passages of an article highlighted with notes, found again, and one removed', async () => {
      const { agent, url } = await reader()
      const reading = job(agent)
      await reading.call('get_item_content', { url })
      const made = []
      for (const [index, quote] of QUOTES.entries())
        made.push(await reading.call('edit_item', { url, quote, note: `Reason ${index}` }))
      assert.equal(made[2].highlight.quote, 'hummed like a cello.\nThe first flour was grey')
      reading.costs(6, 1000)

      const finding = job(agent)
      const { items } = await finding.call('list_queue', { q: '"Reason 3"', fields: ['title', 'highlights'] })
      assert.equal(items[0].highlights.find(({ note }: RpcBody) => note === 'Reason 3').quote, QUOTES[3])
      finding.costs(1, 400)

      const undoing = job(agent)
      const { changes } = await undoing.call('list_changes', {
        since: 'today',
        action: 'highlight-item',
        by: 'me',
      })
      const { act, change } = changes.find(({ after }: RpcBody) => after.highlights[0].note === 'Reason 4')
      await undoing.call('undo_change', { change: act ?? change })
      const { highlights } = await undoing.call('get_item', { url })
      assert.equal(highlights.length, 4)
      undoing.costs(3, 1300)
    })

    it('what changed since yesterday, in words, without texts of pages', async () => {
      const { agent, url } = await reader()
      const { highlight } = await job(agent).call('edit_item', { url, quote: QUOTES[0], note: 'First' })
      const { act } = await job(agent).call('edit_item', {
        url,
        highlight: highlight.id,
        note: 'Second',
        color: 'blue',
      })
      await job(agent).call('undo_change', { change: act })
      const { call, costs } = job(agent)
      const { changes } = await call('list_changes', { since: 'yesterday' })
      assert.deepEqual(
        changes.map(({ action, undid, undone }: RpcBody) => [action, undid?.[0].action, undone]),
        [
          ['undo-change', 'edit-highlight', undefined],
          ['edit-highlight', undefined, true],
          ['highlight-item', undefined, undefined],
          ['save-link', undefined, undefined],
        ],
      )
      assert.deepEqual(changes[1].before.highlights, [{ id: highlight.id, note: 'First', colour: 'yellow' }])
      costs(1, 500)
    })

    it('all highlights of a tag collected', async () => {
      const { agent, url } = await reader()
      for (const quote of QUOTES) await job(agent).call('edit_item', { url, quote })
      const { call, costs } = job(agent)
      const { items } = await call('list_queue', {
        q: 'has:highlight tag:history',
        fields: ['title', 'highlights'],
      })
      assert.deepEqual(
        items.map(({ title, highlights }: RpcBody) => [title, highlights.length]),
        [['The mill', 5]],
      )
      costs(1, 400)
    })
  },
)
