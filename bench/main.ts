import { benchApi } from './api.ts'
import { benchExtraction } from './articles.ts'
import { benchLedger } from './ledger.ts'
import { benchMcp } from './mcp.ts'
import { benchPages } from './pages.ts'
import { benchSaves } from './saves.ts'
import { benchScale } from './scale.ts'

async function benchArticles(): Promise<void> {
  await benchExtraction()
  await benchSaves()
}

/** What can be measured, by name. */
const benchmarks: Record<string, { about: string; run: () => Promise<void> }> = {
  api: { about: 'Listing 25 items and saving a link, beside bare node:http', run: benchApi },
  articles: {
    about: 'Extraction beside bare Readability; saves while an import is fetched',
    run: benchArticles,
  },
  pages: {
    about: 'The queue page and the reader, beside bare node:http with the same rows and bytes',
    run: benchPages,
  },
  scale: {
    about: 'A page of a list of 1,000,000 beside one of 1,000; searching 100,000 articles (some minutes)',
    run: benchScale,
  },
  ledger: { about: 'What the ledger costs a save, on both engines', run: benchLedger },
  mcp: { about: "MCP calls per second, beside the SDK's own smallest server", run: benchMcp },
}

const [name = ''] = process.argv.slice(2)
const benchmark = benchmarks[name]
if (benchmark) {
  await benchmark.run()
} else {
  const lines = Object.entries(benchmarks).map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  process.stdout.write(['Usage: npm run bench -- NAME', '', ...lines, ''].join('\n'))
  process.exitCode = name === '' ? 0 : 2
}
