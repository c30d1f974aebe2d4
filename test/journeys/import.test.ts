import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { PASSWORD, type Person, signUp } from '../support/agent.ts'
import { startChromium, sessionCookies } from '../support/chromium.ts'
import { deadLink } from '../support/links.ts'
import { checkLooks } from '../support/looks.ts'
import { startService, type TestService } from '../support/service.ts'
import { zipOf } from '../library/read.ts'

describe('Importing in a browser', () => {
  let chromium: Browser
  let service: TestService
  let person: Person
  let folder: string
  before(async () => {
    chromium = await startChromium()
    service = await startService('sqlite')
    person = await signUp(service.baseUrl)
    folder = mkdtempSync(join(tmpdir(), 'rq-import-'))
  })
  after(async () => {
    await chromium.close()
    await service.stop()
    rmSync(folder, { recursive: true })
  })

  async function opened(javaScriptEnabled: boolean): Promise<Page> {
    const context = await chromium.newContext({ javaScriptEnabled })
    const page = await context.newPage()
    await page.goto(`${service.baseUrl}/login?return=/account`)
    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('link', { name: 'Import links' }).click()
    return page
  }

  function fileOf(content: string): string {
    const path = join(folder, 'bookmarks <b>.html')
    writeFileSync(path, content)
    return path
  }

  it('shows the tags of the first rows, and no choice of folders if the file has none, in German', async () => {
    const context = await chromium.newContext({ locale: 'de-DE' })
    const page = await context.newPage()
    const url = service.baseUrl
    await context.addCookies(sessionCookies(person, url))
    await page.goto(`${url}/import`)
    const path = join(folder, 'links.csv')
    writeFileSync(path, `url,title,tags\n${deadLink('tagged')},Tagged,"soup,bread"\nnot a link,,\n`)
    await page.getByLabel('Exportdatei').setInputFiles(path)
    await page.getByRole('button', { name: 'Hochladen und Vorschau ansehen' }).click()
    await page.getByRole('heading', { name: 'Die ersten Zeilen' }).waitFor()
    assert.deepEqual(await page.locator('.import-tags span').allInnerTexts(), ['#soup', '#bread'])
    assert.equal(await page.getByRole('group', { name: 'Ordner' }).count(), 0)
    assert.match(
      await page.getByLabel('Schlagwort für alle hinzugefügten Links').inputValue(),
      /^importiert \d{4}-\d\d-\d\d$/,
    )
    const skipped = page.locator('section', { hasText: 'Übersprungene Zeilen' }).getByRole('listitem')
    assert.equal(
      (await skipped.innerText()).replace(/\s+/g, ' '),
      'Zeile 2 not a link Das ist keine Webadresse.',
    )
    await checkLooks(page)
    await context.close()
  })

  for (const javaScriptEnabled of [true, false]) {
    it(`leads from a file to its report and back, ${javaScriptEnabled ? 'with' : 'without'} scripts`, async () => {
      const page = await opened(javaScriptEnabled)
      const links = Array.from(
        { length: 60 },
        (_, n) => `<DT><A HREF="${deadLink(`${javaScriptEnabled}/${n}`)}" TOREAD="0">Title ${n}</A>`,
      )
      const path = fileOf(
        `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3>Cooking</H3><DL>${links.join('\n')}</DL><DT><A HREF="javascript:alert(1)">Bad</A></DL>`,
      )
      await page.getByLabel('Export file').setInputFiles(path)
      await page.getByRole('button', { name: 'Upload and preview' }).click()
      await page.getByText('60 links will be added').waitFor()
      await page.getByText('1 row can’t be used').waitFor()
      assert.equal(await page.getByRole('group', { name: 'Folders' }).count(), 1)
      await page.getByText('in cooking').first().waitFor()
      await page.getByText('Not a web page').waitFor()
      if (javaScriptEnabled) await checkLooks(page)
      await page.getByRole('radio', { name: 'Read', exact: true }).check()
      await page.getByLabel('Tag for all added links').fill('brought')
      await page.getByRole('button', { name: 'Import', exact: true }).click()
      await page.getByText('60 links added').waitFor({ timeout: 60_000 })
      await page.getByText(/^Ended .+\.$/).waitFor({ timeout: 60_000 })
      if (javaScriptEnabled) await checkLooks(page)
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download the report (CSV)' }).click(),
      ])
      const report = readFileSync(await download.path(), 'utf8').split('\r\n')
      assert.equal(report.length, 1 + 61 + 1)
      assert.match(report[1]!, /^1,added,,http/)
      assert.match(report[61]!, /^61,skipped,Not a web page/)

      await page.getByRole('link', { name: 'See them in your queue' }).click()
      await page.getByRole('link', { name: 'Title 0', exact: true }).waitFor()
      await page.locator('.item-card').getByText('cooking').first().waitFor()
      await page.goBack()
      await page.getByRole('button', { name: 'Undo the import' }).click()
      await page.getByText(/Undone/).waitFor({ timeout: 60_000 })
      await page.goto(`${service.baseUrl}/queue?state=all`)
      assert.equal(await page.getByRole('link', { name: 'Title 0', exact: true }).count(), 0)
      await page.context().close()
    })
  }

  it('explains beside the form what is wrong with a file', async () => {
    const page = await opened(true)
    await page.getByLabel('Export file').setInputFiles(fileOf('nothing'))
    await page.getByRole('button', { name: 'Upload and preview' }).click()
    await page.getByText('There is no link in this file.').waitFor()
    assert.equal(await page.getByLabel('Export file').getAttribute('aria-invalid'), 'true')
    await page.context().close()
  })

  it('refuses a file from another site, from signed-out people, or without the form token', async () => {
    const cookie = [...person.browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const send = (headers: Record<string, string>, fields: Record<string, string>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      body.append('file', new Blob([deadLink('x')]), 'links.txt')
      return fetch(`${service.baseUrl}/import`, { method: 'POST', body, headers, redirect: 'manual' })
    }
    const noToken = await send({ cookie }, {})
    assert.equal(noToken.status, 403)
    const foreign = await send({ cookie, origin: 'https://evil.example' }, { form_token: 'x' })
    assert.equal(foreign.status, 403)
    const nobody = await send({}, { form_token: 'x' })
    assert.equal(nobody.status, 303)
    assert.match(nobody.headers.get('location') ?? '', /^\/login/)
    const { db } = service.running.services
    assert.deepEqual(await db.rows(`SELECT id FROM imports WHERE file_name = 'links.txt'`), [])
    const other = await signUp(service.baseUrl)
    const [mine] = await db.rows<{ id: string }>('SELECT id FROM imports LIMIT 1')
    for (const path of [`/import/${mine!.id}`, `/import/${mine!.id}/report.csv`]) {
      assert.equal((await other.browser.open(path)).status, 404)
    }
  })

  it('leads from a Pocket ZIP with 2,000 rows to its preview, its report and back', async () => {
    const rows = 2_000
    const header = 'title,url,time_added,tags,status\n'
    const part = (from: number) =>
      header +
      Array.from({ length: rows / 2 }, (_, n) => {
        const number = from + n
        return `Pocketed ${number},${deadLink(`pocket/${number}`)},${1684913346 + number},a|b,${number % 2 ? 'archive' : 'unread'}\n`
      }).join('')
    const path = join(folder, 'pocket.zip')
    const files = {
      'pocket/part_000000.csv': part(0),
      'pocket/part_000001.csv': `${part(rows / 2)}Bad,,1684913346,,unread\n`,
    }
    writeFileSync(path, await zipOf(files))
    const page = await opened(true)
    const timeout = 300_000
    await page.getByLabel('Export file').setInputFiles(path)
    await page.getByRole('button', { name: 'Upload and preview' }).click()
    await page.getByText('2,000 links will be added').waitFor({ timeout })
    await page.getByText('1 row can’t be used').waitFor()
    await page.getByText('Pocketed 0', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByText('You can leave this page; the import continues.').waitFor()
    await page.getByText('2,000 links added').waitFor({ timeout })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the report (CSV)' }).click(),
    ])
    const report = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    assert.equal(report.length, 1 + rows + 1)
    assert.equal(report.filter((line) => /^\d+,added,,http/.test(line)).length, rows)
    assert.match(report.at(-1)!, /^2001,skipped,No link/)
    const left = async () => {
      const sql = "SELECT COUNT(*) AS count FROM items WHERE removed_at IS NULL AND url LIKE '%/pocket/%'"
      return Number((await service.running.services.db.row<{ count: number }>(sql))?.count)
    }
    assert.equal(await left(), rows)
    await page.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByText('· Undone').waitFor({ timeout })
    assert.equal(await left(), 0)
    await page.context().close()
  })
})
