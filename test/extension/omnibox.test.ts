import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { suggestionsFor } from '../../extension/core/suggestion.ts'
import { type Agent, connectAgent, type Entity, type Person, signUp } from '../support/agent.ts'
import {
  connect,
  type ExtensionBrowser,
  inBackground,
  signInto,
  startExtension,
} from '../support/extension.ts'
import { startService, type TestService } from '../support/service.ts'

type Suggestion = { content: string; description: string }

describe('The keyword of the extension in the address bar', () => {
  let service: TestService
  let person: Person
  let agent: Agent
  let browser: ExtensionBrowser
  before(async () => {
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    agent = await connectAgent(service.baseUrl, person)
    browser = await startExtension(service.baseUrl)
    await signInto(browser, service.baseUrl, person)
  })
  after(async () => {
    await browser.close()
    await service.stop()
  })

  /** What the browser shows for words: the first line, and the suggestions. */
  function typed(words: string): Promise<{ first: string; suggestions: Suggestion[] }> {
    return inBackground(
      browser,
      `new Promise((resolve) => {
        let first
        const set = chrome.omnibox.setDefaultSuggestion.bind(chrome.omnibox)
        // The browser's own check of the markup comes first.
        chrome.omnibox.setDefaultSuggestion = (one) => (set(one), (first = one.description))
        chrome.omnibox.onInputChanged.dispatch(${JSON.stringify(words)}, (suggestions) => resolve({ first, suggestions }))
      })`,
    )
  }

  async function entered(words: string, arrival: RegExp): Promise<string> {
    const opened = browser.context.waitForEvent('page')
    await inBackground(
      browser,
      `chrome.omnibox.onInputEntered.dispatch(${JSON.stringify(words)}, 'newForegroundTab')`,
    )
    const page = await opened
    await page.waitForURL(arrival)
    const url = page.url()
    await page.close()
    return url
  }

  it('offers to sign in if nobody is signed in', async () => {
    assert.deepEqual(await typed('anything'), {
      first: 'Sign in to search your reading queue',
      suggestions: [],
    })
    await entered('anything', /options\.html$/)
  })

  it('suggests items, and opens the chosen one', async () => {
    await connect(browser, person)
    const item: Entity = await agent.save({ url: 'https://example.org/a', title: 'Hypermedia & <b>you</b>' })
    await agent.save({ url: 'https://example.org/b', title: 'Something else' })
    const { first, suggestions } = await typed('hypermedia')
    assert.equal(first, 'Search your reading queue for hypermedia')
    assert.deepEqual(suggestions, [
      {
        content: item.links[0].href,
        description: 'Hypermedia &amp; &lt;b&gt;you&lt;/b&gt; <dim>example.org</dim>',
      },
    ])
    assert.equal(await entered(suggestions[0]!.content, /\/queue\/items\//), item.links[0].href)
  })

  it('opens the search results for words without a chosen suggestion', async () => {
    const url = new URL(await entered('some <words> & more', /\/queue\?q=/))
    assert.deepEqual([url.origin, url.searchParams.get('q')], [service.baseUrl, 'some <words> & more'])
    const { first } = await typed('<match>')
    assert.equal(first, 'Search your reading queue for &lt;match&gt;')
  })

  it('writes markup only for browsers that parse it, and no characters that XML forbids', () => {
    const item = {
      class: ['item'],
      title: 'A\u0000 & B \ud800',
      properties: { url: 'https://www.example.org/' },
      links: [{ rel: ['self'], href: 'https://queue.example.org/1' }],
    }
    const descriptions = [false, true].map((isMarkup) => suggestionsFor([item], isMarkup)[0]?.description)
    assert.deepEqual(descriptions, [
      'A  & B \ufffd – example.org',
      'A  &amp; B \ufffd <dim>example.org</dim>',
    ])
    assert.deepEqual(
      suggestionsFor([{ ...item, links: [{ rel: ['self'], href: 'javascript:1' }] }], true),
      [],
    )
  })
})
