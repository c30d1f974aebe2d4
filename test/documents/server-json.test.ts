import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { PATHS } from '../../src/config/paths.ts'
import { VERSION } from '../../src/version.ts'

type Listing = {
  $schema: string
  name: string
  title: string
  description: string
  version: string
  remotes: { type: string; url: string; variables: Record<string, { isRequired: boolean }> }[]
}

const listing = JSON.parse(readFileSync(new URL('../../server.json', import.meta.url), 'utf8')) as Listing

/** The rules of the MCP registry's schema of 2025-12-11, as far as this listing has such members. */
describe('server.json', () => {
  it('names the schema, this service and this release', () => {
    const { $schema, name, title, description, version, remotes, ...others } = listing
    assert.equal($schema, 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json')
    assert.match(name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    assert.ok(name.length >= 3 && name.length <= 200)
    assert.ok(title.length >= 1 && title.length <= 100)
    assert.ok(description.length >= 1 && description.length <= 100)
    assert.equal(version, VERSION)
    assert.equal(remotes.length, 1)
    assert.deepEqual(others, {})
  })

  it('leads to the endpoint at the address that a person types in', () => {
    const [{ type, url, variables }] = listing.remotes as [Listing['remotes'][number]]
    assert.equal(type, 'streamable-http')
    assert.match(url, /^https?:\/\//, 'the scheme is no variable')
    const named = [...url.matchAll(/\{([^}]+)\}/g)].map(([, variable]) => variable)
    assert.deepEqual(Object.keys(variables), named)
    assert.ok(Object.values(variables).every(({ isRequired }) => isRequired))
    assert.equal(url.replace('{host}', 'queue.example.org'), `https://queue.example.org${PATHS.mcp}`)
  })
})
