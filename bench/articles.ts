import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import type { WebPage } from '../src/articles/page.ts'
import { extractPage } from '../src/articles/extract-page.ts'
import { corpusNames, corpusPage, pageOf } from '../test/articles/corpus.ts'
import { median, print } from './compare.ts'
import { addResult } from './results.ts'

const ROUNDS = 15
/** In kilobytes. */
const SIZES = [50, 100, 150, 200, 300]

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Measures reading whole pages, with metadata, Markdown and text, beside bare Readability on linkedom. */
export async function benchReading(): Promise<void> {
  const small = corpusNames().map(corpusPage)
  await compareReading('the corpus', small)
  await compareReading(`pages of ${SIZES.join(', ')} KB`, SIZES.map(makePage))
}

async function compareReading(name: string, pages: WebPage[]): Promise<void> {
  const rounds: { ours: number[]; bare: number[] }[] = []
  for (let round = -2; round < ROUNDS; round++) {
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] }
    // Collects garbage first, so that neither pays for the other's.
    collectGarbage()
    for (const page of pages) times.bare.push(await timeOf(() => readBare(page)))
    collectGarbage()
    for (const page of pages) times.ours.push(await timeOf(() => extractPage(page)))
    // Skips the warm-up rounds.
    if (round >= 0) rounds.push(times)
  }
  print(`\nReading ${name}: ${pages.length} pages, ${ROUNDS} rounds`)
  for (const kind of ['ours', 'bare'] as const) {
    const all = rounds.flatMap((times) => times[kind]).sort((a, b) => a - b)
    const perSecond = median(rounds.map((times) => (1000 * pages.length) / sum(times[kind])))
    const who = kind === 'ours' ? 'by us' : 'by Readability alone'
    const at = (part: number) => all[Math.min(all.length - 1, Math.floor(all.length * part))]!.toFixed(1)
    print(`  ${who.padEnd(20)} ${perSecond.toFixed(0).padStart(5)}/s, p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`)
  }
  const ratio = median(rounds.map(({ ours, bare }) => sum(ours) / sum(bare)))
  print(`  our time is ${ratio.toFixed(2)} times the bare one (median of rounds)`)
  addResult({ work: `Reading ${name}, time`, measured: ratio })
}

async function timeOf(work: () => unknown): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function readBare({ body }: WebPage): unknown {
  const { document } = parseHTML(Buffer.from(body).toString())
  return new Readability(document as never).parse()
}

/** A page like a magazine's: menus, an article with figures and code, teasers, scripts. */
function makePage(kilobytes: number): WebPage {
  let html = `<!doctype html><html lang="en"><head><title>A page of ${kilobytes} KB</title>`
  html += `<meta property="og:title" content="A page"><style>${'.a{color:red}'.repeat(500)}</style>`
  html += `<script>${'var a = 1;'.repeat(1000)}</script></head><body><header><ul>`
  for (let i = 0; i < 60; i++)
    html += `<li class="menu-item"><a href="/n/${i}" data-track="${i}">Part ${i}</a></li>`
  html += '</ul></header><main><article class="post"><h1>A page</h1>'
  for (let i = 0; html.length < kilobytes * 1000 - 20_000; i++) html += makePart(i)
  html += '</article></main><aside class="sidebar">'
  for (let i = 0; i < 40; i++) {
    html += `<div class="card"><a href="/r/${i}"><img src="/t/${i}.jpg"><span>Another page ${i}</span></a></div>`
  }
  return pageOf(`${html}</aside><script>${'go();'.repeat(1000)}</script></body></html>`)
}

function makePart(i: number): string {
  const words = `The ${i} ferries leave at six, before the gulls are awake, and the harbour shrinks to a line. `
  const paragraph = `<p class="p" style="margin:0">${words.repeat(3)}<a href="/x/${i}">A link</a> and <em>more</em>.</p>`
  if (i % 6 === 0) return `<h2 id="h${i}">Part ${i}<a class="anchor" href="#h${i}">¶</a></h2>${paragraph}`
  if (i % 10 === 3) {
    const image = `<img class="lazy" src="data:image/gif;base64,R0lGOD" data-src="/i/${i}.jpg" alt="View ${i}">`
    return `<figure>${image}<figcaption>View ${i}</figcaption></figure>${paragraph}`
  }
  return i % 10 === 7 ? `<ul><li>One</li><li>Two <code>three</code></li></ul>${paragraph}` : paragraph
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
