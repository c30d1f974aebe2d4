import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { cmd } from 'web-ext'
import { builtInClient } from '../../src/oauth/built-in-clients.ts'
import { buildFor } from '../support/extension.ts'

const PERMISSIONS = ['identity', 'storage', 'activeTab', 'scripting', 'contextMenus', 'alarms']

describe('The built extension', () => {
  let built: Awaited<ReturnType<typeof buildFor>>
  before(async () => {
    built = await buildFor('https://queue.example.org')
  })
  after(() => built.remove())

  const manifestOf = (browser: string) =>
    JSON.parse(readFileSync(join(built.folder, browser, 'manifest.json'), 'utf8')) as Record<string, unknown>

  for (const browser of ['chrome', 'firefox']) {
    it(`asks ${browser} for few permissions, none with a warning, and for the tabs only later`, () => {
      const manifest = manifestOf(browser)
      const ofBrowser = browser === 'chrome' ? ['sidePanel'] : []
      assert.deepEqual(manifest['permissions'], [...PERMISSIONS, ...ofBrowser])
      assert.deepEqual(manifest['optional_permissions'], ['tabs'])
      const others = [
        'host_permissions',
        'optional_host_permissions',
        'content_scripts',
        'externally_connectable',
      ]
      assert.deepEqual(
        others.filter((name) => name in manifest),
        [],
      )
    })

    it(`runs only code of its own in ${browser}`, () => {
      const folder = join(built.folder, browser)
      const { content_security_policy: policy } = manifestOf(browser) as {
        content_security_policy: { extension_pages: string }
      }
      assert.match(policy.extension_pages, /^default-src 'none'; script-src 'self';/)
      for (const name of readdirSync(folder).filter((name) => /\.(js|html)$/.test(name))) {
        const text = readFileSync(join(folder, name), 'utf8')
        assert.doesNotMatch(
          text,
          /\beval\(|new Function\(|innerHTML|outerHTML =|insertAdjacentHTML|import\(/,
          name,
        )
        assert.doesNotMatch(text, /<script(?! src="[a-z]+\.js" defer><)/, name)
      }
    })
  }

  it('opens with a shortcut that the browser’s menus don’t use, and is pinned to Firefox’s toolbar', () => {
    const opening = (browser: string) => {
      const { commands, action } = manifestOf(browser) as {
        commands: Record<string, { suggested_key: { default: string } }>
        action: { default_area?: string }
      }
      const keys = ['_execute_action', 'highlight'].map((name) => commands[name]?.suggested_key.default)
      return [...keys, action.default_area]
    }
    assert.deepEqual(opening('chrome'), ['Alt+Shift+S', 'Alt+Shift+H', undefined])
    // On Linux, Alt+Shift and a letter open Firefox's menus: F, E, V, S, B, T, H and in German D, B, A, C, L, X, H.
    assert.deepEqual(opening('firefox'), ['Alt+Shift+Q', 'Alt+Shift+Y', 'navbar'])
  })

  it('uses the address that it was built for', () => {
    assert.match(
      readFileSync(join(built.folder, 'chrome/background.js'), 'utf8'),
      /"https:\/\/queue\.example\.org"/,
    )
  })

  it('accepts that address as a person types it, and rejects an invalid one', async () => {
    const typed = await buildFor('Queue.example.org/queue')
    assert.match(
      readFileSync(join(typed.folder, 'chrome/background.js'), 'utf8'),
      /"https:\/\/queue\.example\.org"/,
    )
    typed.remove()
    await assert.rejects(buildFor('queue example'), { code: 'bad_address' })
  })

  it('has no key in the ZIP for the Chrome Web Store, which assigns its own', () => {
    assert.ok('key' in manifestOf('chrome'))
    const zipped = firstFileOf(readFileSync(join(built.folder, 'chrome.zip')))
    assert.equal(zipped.name, 'manifest.json')
    const { key: _, ...rest } = manifestOf('chrome')
    assert.deepEqual(JSON.parse(zipped.text), rest)
  })

  it('is identical, byte for byte, each time', async () => {
    const again = await buildFor('https://queue.example.org')
    for (const name of ['chrome.zip', 'firefox.zip']) {
      assert.deepEqual(readFileSync(join(again.folder, name)), readFileSync(join(built.folder, name)))
    }
    again.remove()
  })

  it('passes Mozilla’s linter without any finding', async () => {
    const sourceDir = join(built.folder, 'firefox')
    const { errors, warnings, notices } = await cmd.lint(
      { sourceDir, artifactsDir: built.folder, output: 'none', boring: true },
      { shouldExitProgram: false },
    )
    assert.deepEqual({ errors, warnings, notices }, { errors: [], warnings: [], notices: [] })
  })

  it('keeps to the lengths that the stores allow, and the store listing has the same texts', () => {
    const listing = readFileSync(new URL('../../docs/stores/listing.md', import.meta.url), 'utf8')
    for (const language of ['en', 'de']) {
      const path = join(built.folder, 'chrome/_locales', language, 'messages.json')
      const messages = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { message: string }>
      const [name, description] = [messages['name']!.message, messages['description']!.message]
      assert.ok(name.length <= 45 && description.length <= 132, language)
      assert.ok(listing.includes(`**Summary:** ${description}\n`), language)
    }
    assert.equal(manifestOf('chrome')['default_locale'], 'en')
    assert.match(String(manifestOf('chrome')['version']), /^\d+\.\d+\.\d+$/)
  })

  it('has an explanation for the stores for each of its permissions', () => {
    const answers = readFileSync(new URL('../../docs/stores/README.md', import.meta.url), 'utf8')
    const explained = [...answers.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name)
    const { permissions, optional_permissions: optional } = manifestOf('chrome') as Record<string, string[]>
    assert.deepEqual(explained.toSorted(), [...permissions!, ...optional!].toSorted())
  })

  it('is known to the service under the redirect addresses that both browsers assign', () => {
    const redirectsOf = (id: string) => builtInClient(id, [])?.redirectUris[0]
    assert.equal(
      redirectsOf('reading-queue-chrome'),
      'https://nikcgkpgbnkmndmmeklmjnlcoaekobjd.chromiumapp.org/cb',
    )
    assert.equal(
      redirectsOf('reading-queue-firefox'),
      'https://c8fb2fd109f78e2a4caea1628b3cd034b49ebe1f.extensions.allizom.org/cb',
    )
  })
})

/** The first file of a zip, which is stored as it is (PKWARE's APPNOTE 4.3.7). */
function firstFileOf(zip: Buffer): { name: string; text: string } {
  const [size, nameLength] = [zip.readUInt32LE(18), zip.readUInt16LE(26)]
  const start = 30 + nameLength
  return {
    name: zip.toString('utf8', 30, start),
    text: zip.toString('utf8', start, start + size),
  }
}
