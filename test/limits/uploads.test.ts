import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { request, type ClientRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { type Person, signUp } from '../support/agent.ts'
import { eventually } from '../support/eventually.ts'
import { onOneEngine } from '../support/service.ts'

const SECOND = 1000
/** Those of one network, and of all. */
const [MAX_PER_NETWORK, MAX_UPLOADS] = [6, 10]

type Upload = {
  /** Sends the rest of the file. */
  end(): void
  /** The status, where there is one; undefined where the service closed the connection. */
  answer: Promise<number | undefined>
  stop(): void
}

onOneEngine(
  'Uploads of many people at once',
  (service) => {
    async function fieldsOf(person: Person): Promise<[string, string][]> {
      const page = await person.browser.open('/import')
      const form = page.forms.find(({ action }) => action === '/import')!
      return Object.entries(form.fields).filter(([name]) => name !== 'file')
    }

    async function begin(
      person: Person,
      address: string,
      fields: [string, string][] | Promise<[string, string][]> = fieldsOf(person),
    ): Promise<Upload> {
      const hidden = await fields
      const part = (disposition: string, text: string) =>
        `--edge\r\ncontent-disposition: form-data; ${disposition}\r\n\r\n${text}`
      const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const sending: ClientRequest = request(`${service().baseUrl}/import`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'multipart/form-data; boundary=edge', 'x-forwarded-for': address },
      })
      const answer = new Promise<number | undefined>((resolve) => {
        sending.on('response', (response) => (response.resume(), resolve(response.statusCode)))
        sending.on('error', () => resolve(undefined))
      })
      for (const [name, value] of hidden) sending.write(part(`name="${name}"`, `${value}\r\n`))
      sending.write(part('name="file"; filename="links.txt"', 'https://example.org/a\n'))
      return {
        end: () => void sending.end('\r\n--edge--\r\n'),
        answer,
        stop: () => sending.destroy(),
      }
    }

    /** Uploads a whole file again and again until it is answered so. */
    async function tryUntil(person: Person, address: string, wanted: number): Promise<void> {
      await eventually(
        async () => {
          const upload = await begin(person, address)
          upload.end()
          return upload.answer
        },
        (status) => status === wanted,
      )
    }

    it('leave room for other networks, and slow ones give way to those waiting', async (t) => {
      const people = await Promise.all(
        Array.from({ length: MAX_UPLOADS + 2 }, () => signUp(service().baseUrl)),
      )
      const [neighbour, stranger] = people.slice(MAX_UPLOADS) as [Person, Person]
      const uploads: Upload[] = []
      t.after(() => uploads.forEach(({ stop }) => stop()))
      for (const person of people.slice(0, MAX_PER_NETWORK)) uploads.push(await begin(person, '192.0.2.1'))
      await tryUntil(neighbour, '192.0.2.1', 503)
      for (const [index, person] of people.slice(MAX_PER_NETWORK, MAX_UPLOADS).entries())
        uploads.push(await begin(person, `198.51.100.${index}`))
      await tryUntil(stranger, '203.0.113.9', 503)

      service().clock.advance(10 * SECOND)
      await tryUntil(stranger, '203.0.113.9', 303)
      for (const upload of uploads) upload.end()
      const statuses = await Promise.all(uploads.map(({ answer }) => answer))
      const evicted = statuses.flatMap((status, index) => (status === 303 ? [] : [index]))
      assert.equal(evicted.length, 1, String(statuses))
      assert.ok(evicted[0]! < MAX_PER_NETWORK, 'It is of the network with most.')
    })

    it('touch the disk only once their forms are proved, so that refused ones cost little', async (t) => {
      const abandoned = mkdtempSync(join(tmpdir(), 'reading-queue-import-'))
      t.after(() => rmSync(abandoned, { recursive: true, force: true }))
      utimesSync(abandoned, 0, 0)
      const person = await signUp(service().baseUrl)
      const refused = await begin(person, '192.0.2.1', [])
      refused.end()
      assert.equal(await refused.answer, 403)
      assert.ok(existsSync(abandoned))
      const proved = await begin(person, '192.0.2.1')
      proved.end()
      assert.equal(await proved.answer, 303)
      assert.ok(!existsSync(abandoned))
    })
  },
  { env: { TRUST_PROXY: '1' } },
)
