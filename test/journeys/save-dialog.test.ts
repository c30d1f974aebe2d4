import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connectAgent, type Entity, PASSWORD, type Person, signUp } from '../support/agent.ts'
import { deadLink } from '../support/links.ts'
import { ENGINES, startService, type TestService } from '../support/service.ts'

const SAVE = { action: '/queue/save-link' }

for (const engine of ENGINES) {
  describe(`The dialog that saves, on ${engine}`, () => {
    let service: TestService
    let person: Person
    before(async () => {
      service = await startService(engine)
      person = await signUp(service.baseUrl)
    })
    after(() => service.stop())

    const save = async (fields: Record<string, string>) =>
      person.browser.submit(await person.browser.open('/queue'), fields, SAVE)

    it('saves all links of a text, with tags and note, and names the line without a link', async () => {
      const agent = await connectAgent(service.baseUrl, person)
      const url = `Tea: ${deadLink('tea')}\n- [Ink](${deadLink('ink')})\n<b>none\nexample.invalid/x`
      const saved = await save({ url, tags: 'later, b', note: 'All of them' })
      const { text } = saved
      assert.match(text, /Saved 3 links\. No link in: “&lt;b&gt;none”\./)
      assert.match(text, /<textarea[^>]*name="url"[^>]*>&lt;b&gt;none<\/textarea>/)
      const { entities } = await agent.entity('/queue')
      assert.deepEqual(
        entities.map(({ properties }: Entity) => [properties.title, properties.tags.join(), properties.note]),
        [
          ['example.invalid/x', 'b,later', 'All of them'],
          ['Ink', 'b,later', 'All of them'],
          ['Tea', 'b,later', 'All of them'],
        ],
      )
      assert.equal(entities[0].properties.url, 'https://example.invalid/x')

      // What was saved can be undone beside what was not.
      await person.browser.submit(saved, {}, { action: '/queue/undo-change' })
      assert.equal((await agent.entity('/queue')).properties.count, 0)
    })

    it('refuses a title for several links, which would be lost, and keeps everything typed', async () => {
      const url = `${deadLink('one-title')}\n${deadLink('one-title/2')}`
      const { text } = await save({ url, title: 'Mine' })
      assert.match(text, /A title goes with one link\. Clear it, or write each link on a line of its own/)
      assert.ok(text.includes(`>${url}</textarea>`))
      assert.match(text, /<input[^>]*name="title"[^>]*value="Mine"/)
      assert.doesNotMatch((await person.browser.open('/queue?state=all')).text, /one-title/)
    })

    it('says what was done to an existing link', async () => {
      const url = deadLink('twice')
      assert.match((await save({ url })).text, /<p dir="auto">Saved\.</)
      const page = await person.browser.open('/queue')
      const read = page.forms.find(({ action }) => action.endsWith('/mark-read'))!.action
      await person.browser.submit(page, {}, { action: read })
      assert.match(
        (await save({ url, tags: 'again' })).text,
        /Already saved\. Moved to the top\. Marked as unread\. Tagged\./,
      )
    })

    it('shows the typed text again if the form was of another session, and saves nothing', async () => {
      const url = deadLink('stale')
      const { text, status } = await save({ url, note: 'Keep <this>', form_token: 'stale' })
      assert.equal(status, 200)
      assert.match(text, /Your session expired\. Nothing was saved; try again\./)
      assert.ok(text.includes(`>${url}</textarea>`))
      assert.ok(text.includes('>Keep &lt;this&gt;</textarea>'))
      assert.doesNotMatch((await person.browser.open('/queue?state=all')).text, /stale/)
    })

    it('leads signed-out people through sign-in back to the typed text', async () => {
      const url = `Tea & more: ${deadLink('out')}\n${deadLink('out/2')}`
      const page = await person.browser.open('/queue')
      const { browser } = person
      browser.cookies.clear()
      const signIn = await browser.submit(page, { url, tags: 'x' }, SAVE)
      assert.match(signIn.text, /You were signed out\. Sign in and try again\./)
      const form = await browser.submit(signIn, { email: person.email, password: PASSWORD })
      assert.equal(new URL(form.url).pathname, '/save')
      const fields = form.forms.find(({ action }) => action === SAVE.action)!.fields
      assert.deepEqual([fields['url'], fields['tags']], [url, 'x'])
      assert.match((await browser.submit(form, {}, SAVE)).text, /Saved 2 links\./)
      // What no address holds is shown at once, and sent again after signing in; from elsewhere nothing is.
      const again = await browser.open('/queue')
      const cookies = new Map(browser.cookies)
      browser.cookies.clear()
      const links = Array.from({ length: 90 }, (_, index) => deadLink(`long/${'x'.repeat(70)}/${index}`))
      const long = await browser.submit(again, { url: links.join('\n') }, SAVE)
      assert.equal(long.status, 401)
      assert.match(long.text, /Your session has ended/)
      for (const [name, value] of cookies) browser.cookies.set(name, value)
      const shown = await browser.submit(long, {}, SAVE)
      assert.ok(shown.text.includes(`>${links.join('\n')}</textarea>`))
      assert.match((await browser.submit(shown, {}, SAVE)).text, /Saved 90 links\./)
      browser.cookies.clear()
      const foreign = await browser.submit(
        again,
        { url },
        { ...SAVE, headers: { origin: 'https://evil.example' } },
      )
      assert.equal(foreign.status, 403)
    })
  })
}
