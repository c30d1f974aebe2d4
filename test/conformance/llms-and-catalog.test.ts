import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connectAgent, signUp } from '../support/agent.ts'
import { rawRequest } from '../support/raw-request.ts'
import { onOneEngine } from '../support/service.ts'

onOneEngine('The guide for language models', (service) => {
  it('says what the service is and links to everything an agent needs, word for word', async () => {
    const { baseUrl } = service()
    assert.equal(
      await (await fetch(`${baseUrl}/llms.txt`)).text(),
      `# Reading Queue
> A person's reading queue: links saved for later, which agents may save, read and manage with that person's consent.

## For agents
- [auth.md](${baseUrl}/auth.md): how to register, be authorized and call the API
- [Queue API](${baseUrl}/queue): Siren entry point (application/vnd.siren+json, bearer token)
- [Changes](${baseUrl}/queue/changes): who changed what, in pages or as Server-Sent Events; each can be undone
- [MCP](${baseUrl}/mcp): Streamable HTTP, OAuth discovered through the 401
- [Protected resource metadata](${baseUrl}/.well-known/oauth-protected-resource)
- [Authorization server metadata](${baseUrl}/.well-known/oauth-authorization-server)
`,
    )
  })

  it('has links that respond: documents directly, the two APIs with a challenge', async () => {
    const guide = await (await fetch(`${service().baseUrl}/llms.txt`)).text()
    const statuses: Record<string, number> = {}
    for (const [, address = ''] of guide.matchAll(/\]\(([^)]+)\)/g)) {
      statuses[new URL(address).pathname] = (await fetch(address, { redirect: 'manual' })).status
    }
    assert.deepEqual(statuses, {
      '/auth.md': 200,
      '/queue': 401,
      '/queue/changes': 401,
      '/mcp': 401,
      '/.well-known/oauth-protected-resource': 200,
      '/.well-known/oauth-authorization-server': 200,
    })
  })
})

onOneEngine('The API catalog', (service) => {
  /** An answer's Link header leads once to the catalog and once to the recipe. */
  function assertLinked({ headers }: { headers: Headers }): void {
    const { baseUrl } = service()
    const link = headers.get('link') ?? ''
    assert.deepEqual(link.match(/<[^>]*>; rel="(api-catalog|service-doc)"/g)?.sort(), [
      `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"`,
      `<${baseUrl}/auth.md>; rel="service-doc"`,
    ])
  }

  it('responds to HEAD with its link and profile', async () => {
    const { baseUrl } = service()
    const { status, headers, text } = await rawRequest(baseUrl, '/.well-known/api-catalog', {
      method: 'HEAD',
    })
    assert.equal(status, 200)
    assert.equal(text, '')
    assert.equal(headers.link, `<${baseUrl}/.well-known/api-catalog>; rel="api-catalog"`)
    assert.equal(
      headers['content-type'],
      'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    )
  })

  it('names only documents that respond with the stated type', async () => {
    const response = await fetch(`${service().baseUrl}/.well-known/api-catalog`)
    const { linkset } = (await response.json()) as {
      linkset: Record<string, { href: string; type: string }[]>[]
    }
    const targets = linkset.flatMap((context) =>
      ['service-doc', 'service-meta'].flatMap((relation) => context[relation] ?? []),
    )
    assert.equal(targets.length, 4)
    for (const { href, type } of targets) {
      const document = await fetch(href)
      assert.equal(document.status, 200)
      assert.equal(document.headers.get('content-type')?.split(';')[0], type)
    }
  })

  it('is linked from the landing page, for browsers and programs', async () => {
    const { baseUrl } = service()
    for (const method of ['GET', 'HEAD']) {
      const response = await fetch(`${baseUrl}/`, { method })
      assert.equal(response.status, 200)
      assertLinked(response)
    }
  })

  it('is linked from the queue, with a token and in the challenge', async () => {
    const { baseUrl } = service()
    const refused = await fetch(`${baseUrl}/queue`)
    assert.equal(refused.status, 401)
    assertLinked(refused)

    const person = await signUp(baseUrl)
    const agent = await connectAgent(baseUrl, person)
    const answered = await agent.call('/queue')
    assert.equal(answered.status, 200)
    assertLinked(answered)
    assertLinked(await person.browser.open('/queue'))
  })

  it('is not linked from every response', async () => {
    for (const path of ['/login', '/auth.md', '/queue/items/0', '/mcp']) {
      assert.equal((await fetch(service().baseUrl + path)).headers.get('link'), null, path)
    }
  })
})

onOneEngine('The recipe for agents', (service) => {
  it('names the MCP endpoint with the tools and prompts that it offers', async () => {
    const { baseUrl } = service()
    const recipe = await (await fetch(`${baseUrl}/auth.md`)).text()
    assert.ok(recipe.includes(`\`${baseUrl}/mcp\`: Streamable HTTP without sessions`))
    const listed = (kind: string) =>
      [...(new RegExp(`^- ${kind}: (.*)$`, 'm').exec(recipe)?.[1] ?? '').matchAll(/`([^`]+)`/g)].map(
        ([, name]) => name,
      )

    const agent = await connectAgent(baseUrl, await signUp(baseUrl))
    async function names(method: string, member: string): Promise<string[]> {
      const response = await agent.call('/mcp', {
        method: 'POST',
        headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }),
      })
      const data = /^data: (.*)$/m.exec(await response.text())?.[1] ?? ''
      const { result } = JSON.parse(data) as { result: Record<string, { name: string }[]> }
      return (result[member] ?? []).map(({ name }) => name)
    }
    assert.deepEqual(listed('Tools'), await names('tools/list', 'tools'))
    assert.ok(listed('Tools').includes('save_link'))
    assert.deepEqual(listed('Prompts'), await names('prompts/list', 'prompts'))
  })

  it('says where the apps are listed that need more callbacks allowed', async () => {
    const { baseUrl } = service()
    const recipe = await (await fetch(`${baseUrl}/auth.md`)).text()
    assert.match(recipe, new RegExp(`told at ${baseUrl}/connect\\.`))
    assert.equal((await fetch(`${baseUrl}/connect`)).status, 200)
  })
})
