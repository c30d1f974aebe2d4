import assert from 'node:assert/strict'
import { it } from 'node:test'
import { connectAgent, signUp } from '../support/agent.ts'
import { onBothEngines } from '../support/service.ts'

onBothEngines('A form of an earlier session', (service) => {
  it('says so, links to its page, and keeps the whole navigation', async () => {
    const person = await signUp(service().baseUrl)
    const agent = await connectAgent(service().baseUrl, person)
    await agent.save({ url: 'https://example.org/one', tags: ['kept-tag'] })
    const page = await person.browser.open('/tags')
    const send = (referer?: string) =>
      person.browser.submit(
        page,
        { form_token: 'of another session', tag: 'kept-tag' },
        { action: '/tags/delete', headers: referer === undefined ? {} : { referer } },
      )
    const refused = await send(`${service().baseUrl}/tags?after=a`)
    assert.equal(refused.status, 403)
    assert.match(
      refused.text,
      /<h1>Your session expired<\/h1>\s*<p dir="auto">Nothing was changed; try again\.<\/p>/,
    )
    assert.match(refused.text, /<a class="button main" href="\/tags\?after=a">Back to the page<\/a>/)
    assert.match(refused.text, /Queue <span class="count">1<\/span>/)
    assert.match(refused.text, /<nav class="tag-nav"[^]*kept-tag/)
    for (const elsewhere of [undefined, 'https://elsewhere.example/tags', 'no address']) {
      assert.match(
        (await send(elsewhere)).text,
        /<a class="button main" href="\/queue">Go to your queue<\/a>/,
      )
    }
    const beside = await send(`${service().baseUrl}//elsewhere.example/tags`)
    assert.match(beside.text, /<a class="button main" href="\/queue">Back to the page<\/a>/)
  })
})
