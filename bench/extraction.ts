import type { PageMetadata, Extraction } from '../src/articles/page.ts'
import { extractPage } from '../src/articles/extract-page.ts'
import { median, print } from './compare.ts'
import { type ExpectedPage, readFolder } from './extraction-folder.ts'
import { compareTexts, harmonicMean, hasSegment, type Score } from './extraction-score.ts'
import { addResult } from './results.ts'

const MEGABYTE = 1024 * 1024
const METADATA_FIELDS = ['title', 'author', 'published', 'siteName', 'language'] as const

type PageRead = ExpectedPage & { extraction: Extraction; milliseconds: number }

/**
 * Reads the pages of a folder as an extraction thread does, and compares what was found with what is expected. With
 * `--pages` it prints the figures of each page, worst first; with `--rounds N` it reads the folder N times, and
 * prints the memory usage after each round.
 */
export async function benchExtraction(args: string[]): Promise<void> {
  const folder = args.find((arg) => !arg.startsWith('--') && !/^\d+$/.test(arg))
  if (folder === undefined) throw new Error('Name a folder of pages: npm run bench -- extraction FOLDER')
  const pages = readFolder(folder)
  const roundsAt = args.indexOf('--rounds')
  const rounds = roundsAt < 0 ? 1 : Number(args[roundsAt + 1])
  let read: PageRead[] = []
  for (let round = 1; round <= rounds; round++) {
    read = []
    for (const page of pages) read.push(await timePage(page))
    if (rounds > 1) print(`  round ${round}: ${memoryUsage()}`)
  }
  print(`\n${pages.length} pages of ${folder}`)
  printTimes(read)
  printTexts(read, args.includes('--pages'))
  printSegments(read, args.includes('--pages'))
  printMetadata(read)
  printFailures(read)
}

async function timePage(expected: ExpectedPage): Promise<PageRead> {
  const startedAt = performance.now()
  const extraction = await extractPage(expected.page)
  return { ...expected, extraction, milliseconds: performance.now() - startedAt }
}

function printTimes(read: PageRead[]): void {
  const times = read.map(({ milliseconds }) => milliseconds).sort((a, b) => a - b)
  const p95 = times[Math.floor(times.length * 0.95)]!
  print(`  time per page: p50 ${median(times).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
  print(`  mean ${mean(times).toFixed(1)} ms`)
}

/** As in the public benchmark: the means of precision and recall, and their F score; also the mean F score of the pages. */
function printTexts(read: PageRead[], isVerbose: boolean): void {
  const scores = read.flatMap(({ name, expected, extraction }) =>
    expected.text === undefined
      ? []
      : {
          name,
          isEmpty: articleText(extraction) === '',
          ...compareTexts(expected.text, articleText(extraction)),
        },
  )
  if (scores.length === 0) return
  if (isVerbose) printPages(scores)
  // An empty text contains nothing wrong, so it counts only for the recall.
  const precision = mean(scores.filter(({ isEmpty }) => !isEmpty).map((score) => score.precision))
  const recall = mean(scores.map((score) => score.recall))
  printScore('texts', { precision, recall })
  const pageMean = mean(scores.map(harmonicMean))
  print(`  mean F of the pages ${pageMean.toFixed(4)}`)
  addResult({ work: 'F of the texts', measured: harmonicMean({ precision, recall }) })
  addResult({ work: 'Mean F of the pages', measured: pageMean })
}

function printPages(scores: (Score & { name: string })[]): void {
  for (const score of scores.toSorted((a, b) => harmonicMean(a) - harmonicMean(b))) {
    const [f, p, r] = [harmonicMean(score), score.precision, score.recall].map((part) => part.toFixed(3))
    print(`  ${f}  P ${p}  R ${r}  ${score.name}`)
  }
}

function printSegments(read: PageRead[], isEach: boolean): void {
  const count = { found: 0, missing: 0, wrong: 0 }
  for (const { name, expected, extraction } of read) {
    const text = articleText(extraction)
    const missing = (expected.with ?? []).filter((segment) => !hasSegment(text, segment))
    const wrong = (expected.without ?? []).filter((segment) => hasSegment(text, segment))
    count.found += (expected.with?.length ?? 0) - missing.length
    count.missing += missing.length
    count.wrong += wrong.length
    if (!isEach) continue
    for (const segment of missing) print(`  ${name} lacks: ${segment}`)
    for (const segment of wrong) print(`  ${name} has: ${segment}`)
  }
  const { found, missing, wrong } = count
  if (found + missing + wrong === 0) return
  const score = { precision: found / (found + wrong), recall: found / (found + missing) }
  printScore('segments', score)
  addResult({ work: 'F of the segments', measured: harmonicMean(score) })
}

function printScore(what: string, score: Score): void {
  const [p, r, f] = [score.precision, score.recall, harmonicMean(score)].map((part) => part.toFixed(4))
  print(`  ${what}: P ${p}, R ${r}, F ${f}`)
}

function printMetadata(read: PageRead[]): void {
  for (const field of METADATA_FIELDS) {
    const expecting = read.filter(({ expected }) => expected[field] !== undefined)
    const hits = expecting.filter(({ expected, extraction }) =>
      isSame(field, expected[field]!, metadataValue(field, extraction.metadata)),
    )
    if (expecting.length > 0) print(`  ${field}: ${hits.length} of ${expecting.length}`)
  }
}

function metadataValue(field: (typeof METADATA_FIELDS)[number], metadata: PageMetadata): string | null {
  if (field !== 'published') return metadata[field]
  return metadata.publishedAt === null ? null : new Date(metadata.publishedAt).toISOString()
}

function isSame(field: (typeof METADATA_FIELDS)[number], expected: string, found: string | null): boolean {
  return field === 'published' ? found?.slice(0, 10) === expected.slice(0, 10) : found === expected
}

function printFailures(read: PageRead[]): void {
  const unread = read.filter(({ extraction }) => extraction.outcome !== 'article')
  print(`  without an article: ${unread.length}`)
  for (const { name, extraction } of unread) {
    print(`    ${name}: ${extraction.outcome === 'unreadable' ? extraction.reason : extraction.outcome}`)
  }
}

function articleText(extraction: Extraction): string {
  return extraction.outcome === 'article' ? extraction.article.text : ''
}

function memoryUsage(): string {
  const { heapUsed, rss } = process.memoryUsage()
  return `heap ${(heapUsed / MEGABYTE).toFixed(0)} MB, resident ${(rss / MEGABYTE).toFixed(0)} MB`
}

function mean(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0) / numbers.length
}
