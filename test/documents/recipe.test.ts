import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { promisify } from 'node:util'
import { problemKinds } from '../../src/siren/problem.ts'
import { agentWith, approve, type Entity, type Person, signUp } from '../support/agent.ts'
import { articlePage, fetched } from '../support/article.ts'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { refusedLink } from '../support/links.ts'
import { onBothEngines } from '../support/service.ts'
import { linkOf } from '../support/siren-check.ts'

const run = promisify(execFile)

/** A fenced block of the recipe. */
type Block = { language: string; text: string }

/** What the scripts of the recipe set for those that follow. */
const SET_BY_SCRIPTS = ['CODE_VERIFIER', 'CODE_CHALLENGE', 'STATE', 'CODE']

onBothEngines('auth.md works as written:', (service) => {
  let folder: string
  let person: Person
  let blocks: Block[]
  const env: Record<string, string> = {}
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'rq-recipe-'))
    person = await signUp(service().baseUrl)
    const text = await (await fetch(`${service().baseUrl}/auth.md`)).text()
    // Another program of this machine may listen on the port of the examples.
    const real = text.replaceAll('8765', String(await freePort()))
    blocks = [...real.matchAll(/```(\w+)\n(.*?)\n```/gs)].map(([, language = '', text = '']) => ({
      language,
      text,
    }))
  })
  after(() => rmSync(folder, { recursive: true }))

  /** The next block of the recipe, which must be of that language. */
  function next(language: string): string {
    const { language: actual, text } = blocks.shift() ?? { language: 'none', text: '' }
    assert.equal(actual, language, text)
    return text
  }

  /** Runs a script with what those before it have set; gives what it prints. */
  async function runScript(script: string): Promise<string> {
    const mark = '\n--- set ---\n'
    const report = SET_BY_SCRIPTS.map((name) => `printf '%s=%s\\n' ${name} "\${${name}-}"`).join('\n')
    const { stdout } = await run(
      'bash',
      ['-euc', `${script}\nprintf '${mark.replaceAll('\n', '\\n')}'\n${report}`],
      {
        env: { ...process.env, ...env },
      },
    )
    const [printed = '', set = ''] = stdout.split(mark)
    for (const line of set.trim().split('\n')) {
      const [name = '', ...value] = line.split('=')
      if (value.join('=') !== '') env[name] = value.join('=')
    }
    return printed
  }

  /** The next script's answers. */
  async function play(): Promise<Entity[]> {
    return asJson(await runScript(next('sh')))
  }

  /** The same, held against the sample that follows it. */
  async function playWithSample(): Promise<Entity[]> {
    const answers = await play()
    for (const [index, sample] of asJson(next('json')).entries()) assertLike(answers[index], sample)
    return answers
  }

  it('from discovery to tokens, with a listener or without', async () => {
    const { baseUrl } = service()
    const [resource, server] = await playWithSample()
    assert.deepEqual([resource.resource, server.issuer], [baseUrl, baseUrl])
    const [client] = await playWithSample()
    env['CLIENT_ID'] = client.client_id

    const address = (await runScript(next('sh'))).trim()
    const target = await approve(person, address.slice(baseUrl.length))
    const listener = join(folder, 'callback.mjs')
    writeFileSync(listener, next('js'))
    const heard = await listen(listener, target)
    env['CALLBACK_URL'] = target.href
    assert.equal(await runScript(next('sh')), '')
    assert.deepEqual(heard, { printed: `${env['CODE']}\n`, status: 0 })

    const [tokens] = await playWithSample()
    assert.deepEqual([tokens.token_type, tokens.scope], ['Bearer', 'queue'])
    env['ACCESS_TOKEN'] = tokens.access_token
    env['REFRESH_TOKEN'] = tokens.refresh_token
  })

  it('the listener accepts no unexpected response', async () => {
    const { CODE = '', CALLBACK_URL = '' } = env
    const forged = new URL(CALLBACK_URL)
    forged.searchParams.set('state', 'forged')
    const { printed, status } = await listen(join(folder, 'callback.mjs'), forged)
    assert.deepEqual({ status, isCode: printed.includes(CODE) }, { status: 1, isCode: false })
  })

  it('reading, saving, finding, paging, changing and undoing', async () => {
    const { baseUrl } = service()
    const agent = agentWith(baseUrl, '', { access: env['ACCESS_TOKEN']!, refresh: '' })
    const [queue] = await playWithSample()
    assert.deepEqual(queue.class, ['queue'])
    const [saved] = await playWithSample()
    assert.deepEqual(saved.properties.tags, ['web'])

    const page = { url: refusedLink('recipe'), tags: ['web'], html: articlePage('On recipes') }
    const item = await fetched(agent, await agent.save(page))
    env['ITEM_ID'] = item.properties.id
    const [found] = await play()
    assert.equal(found.entities[0].properties.title, 'On recipes')
    env['NEXT'] = linkOf(found, 'next')!
    const [rest] = await play()
    assert.equal(rest.entities[0].properties.url, saved.properties.url)
    assert.equal(linkOf(rest, 'next'), undefined)

    assert.match(await runScript(next('sh')), /^1\\\. Links say what can be done next/)
    const headers = await runScript(next('sh'))
    assert.match(headers, /^HTTP\/1\.1 200/)
    env['CHANGE'] = new RegExp(`<${baseUrl}/queue/changes/(\\d+)>; rel="${baseUrl}/profiles/queue#act"`).exec(
      headers,
    )![1]!
    const [undone] = await play()
    assert.deepEqual([undone.class, undone.properties.changed], [['outcome'], 1])
  })

  it('by MCP', async () => {
    const answer = await runScript(next('sh'))
    const messageOf = (event: string) => {
      assert.match(event, /^event: message\ndata: \{/)
      return JSON.parse(/^data: (.*)$/m.exec(event)![1]!)
    }
    assertLike(messageOf(answer), messageOf(next('text')))
    assert.match(answer, /On recipes/)
  })

  it('refreshing and revoking', async () => {
    const [renewed] = await play()
    assert.notEqual(renewed.access_token, env['ACCESS_TOKEN'])
    env['ACCESS_TOKEN'] = renewed.access_token
    assert.deepEqual(await play(), [{}])
    const headers = { authorization: `Bearer ${renewed.access_token}` }
    assert.equal((await fetch(`${service().baseUrl}/queue`, { headers })).status, 401)
    assert.deepEqual(blocks, [])
  })

  it('says for every status what to do', async () => {
    const text = await (await fetch(`${service().baseUrl}/auth.md`)).text()
    for (const { type, status, remedy } of problemKinds) {
      assert.ok(text.includes(`| ${status} \`${type}\` |`) && text.includes(remedy), type)
    }
    for (const status of [200, 201, 202, 204, 304]) assert.match(text, new RegExp(`^\\| ${status} \\|`, 'm'))
  })

  /** Starts the listener, sends a browser to an address of its, and gives what it prints. */
  async function listen(script: string, address: URL): Promise<{ printed: string; status: number | null }> {
    const program = spawn(process.execPath, [script], { env: { ...process.env, ...env } })
    let printed = ''
    program.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    const ended = new Promise<number | null>((resolve) => program.once('close', resolve))
    await eventually(
      () => fetch(address).catch(() => undefined),
      (response) => response !== undefined,
    )
    return { status: await ended, printed }
  }
})

/** The JSON values of a text, one after the other. */
function asJson(text: string): Entity[] {
  return JSON.parse(`[${text.replaceAll(/\}\s*\{"(?=resource|issuer)/g, '},{"')}]`)
}

/** Holds an answer against a sample, which is shorter: each member of it is there, and of the same kind. */
function assertLike(response: Entity, sample: Entity, path = 'the answer'): void {
  assert.equal(typeof response, typeof sample, path)
  assert.equal(Array.isArray(response), Array.isArray(sample), path)
  if (typeof sample !== 'object' || sample === null) return
  const members = Object.keys(sample).filter((name) => !Array.isArray(sample) || name === '0')
  for (const name of members) assertLike(response[name], sample[name], `${path}.${name}`)
}
