import { availableParallelism, cpus, loadavg } from 'node:os'
import { benchApi } from './api.ts'
import { benchReading } from './articles.ts'
import { print } from './compare.ts'
import { benchCrowd } from './crowd.ts'
import { benchExtraction } from './extraction.ts'
import { benchExtension } from './extension.ts'
import { benchHighlights } from './highlights.ts'
import { benchImport } from './import.ts'
import { benchInstances } from './instances.ts'
import { benchHistory } from './history.ts'
import { benchMcp } from './mcp.ts'
import { benchPages } from './pages.ts'
import { benchProcess } from './process.ts'
import { printResults } from './results.ts'
import { benchSaves } from './saves.ts'
import { benchScale } from './scale.ts'
import { benchTokens } from './tokens.ts'

async function benchArticles(): Promise<void> {
  await benchReading()
  await benchSaves()
}

/** A benchmark; one that takes arguments is not among `all`. */
type Benchmark = { description: string; run: (args: string[]) => Promise<void>; takesArguments?: boolean }

/** All benchmarks by name. */
const benchmarks: Record<string, Benchmark> = {
  api: { description: 'Listing 25 items and saving a link, beside bare node:http', run: benchApi },
  articles: {
    description: 'Extraction beside bare Readability; saves while an import is fetched',
    run: benchArticles,
  },
  extraction: {
    description:
      'What is found in the pages of a FOLDER, beside what is expected there; [--pages] [--rounds N]',
    run: benchExtraction,
    takesArguments: true,
  },
  extension: {
    description:
      'How soon the popup of the extension is there and says “Saved”, in Chromium; size of the zips',
    run: benchExtension,
  },
  pages: {
    description: 'The queue page and the reader, beside bare node:http with the same rows and bytes',
    run: benchPages,
  },
  scale: {
    description:
      'A page of a list of 1,000,000 beside one of 1,000; searching 100,000 articles (some minutes)',
    run: benchScale,
  },
  history: { description: 'What recording history costs a save, on both engines', run: benchHistory },
  highlights: {
    description: 'The page of an article with 200 highlights, beside one without',
    run: benchHighlights,
  },
  mcp: { description: "MCP calls per second, beside the SDK's own smallest server", run: benchMcp },
  tokens: {
    description: 'Code exchange and refresh, beside bare node:http; refresh beside oidc-provider',
    run: benchTokens,
  },
  process: {
    description: 'Start to first answer, memory idle and after load, beside bare node:http',
    run: benchProcess,
  },
  crowd: {
    description:
      "What one caller's worst does to another account's GET /queue, attack by attack (some minutes)",
    run: benchCrowd,
  },
  import: {
    description: "An import of 10,000 rows beside bare inserts; another account's saves meanwhile",
    run: benchImport,
  },
  instances: { description: 'Two instances on PostgreSQL beside one', run: benchInstances },
}

async function benchAll(): Promise<void> {
  for (const { run, takesArguments } of Object.values(benchmarks)) if (!takesArguments) await run([])
}

const [name = '', ...args] = process.argv.slice(2)
const run = name === 'all' ? benchAll : benchmarks[name]?.run
if (run) {
  const [{ model } = { model: 'unknown' }] = cpus()
  print(
    `Node ${process.version}, ${availableParallelism()} cores (${model}), load average ${loadAverage()} before`,
  )
  await run(args)
  printResults()
  print(`Load average ${loadAverage()} after, which includes the run itself`)
} else {
  const listed = {
    ...benchmarks,
    all: { about: 'Every one of them, with one table at the end (half an hour)' },
  }
  const lines = Object.entries(listed).map(([name, { about }]) => `  ${name.padEnd(12)} ${about}`)
  print(['Usage: npm run bench -- NAME', '', ...lines].join('\n'))
  process.exitCode = name === '' ? 0 : 2
}

function loadAverage(): string {
  return loadavg()[0]!.toFixed(1)
}
