import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../src', import.meta.url))

/** What each room may import beside itself; the rooms at the bottom are the base of all. */
const base = [
  'ids',
  'database',
  'ports',
  'failure',
  'failure-status',
  'config',
  'settings',
  'crypto',
  'text',
  'services',
  'operations',
  'limits',
  'concurrency',
  'version',
]
const domain = ['queue', 'oauth', 'accounts', 'articles', 'library']
const rooms: Record<string, string[]> = {
  main: ['commands', ...base],
  commands: ['server', 'jobs', 'doctor', ...domain, ...base],
  server: ['app', 'http', 'siren', 'jobs', 'articles', 'queue', ...base],
  app: ['endpoints', 'http', ...domain, ...base],
  endpoints: ['http', 'siren', 'html', 'mcp', 'doctor', ...domain, ...base],
  http: [...domain, ...base],
  siren: [...domain, ...base],
  html: [...domain, ...base],
  mcp: [...domain, ...base],
  doctor: [...domain, ...base],
  jobs: [...domain, ...base],
  queue: base,
  oauth: base,
  accounts: base,
  articles: base,
  library: ['queue', ...base],
  ...Object.fromEntries(base.map((room) => [room, base])),
}

/** Packages and built-in modules that only some rooms may touch. */
const guarded: [module: RegExp, rooms: string[]][] = [
  [/^(pg|node:sqlite)$/, ['database']],
  [/^(node:https?|node:dns.*|node:tls)$/, ['ports', 'server']],
  [/^(nodemailer|openid-client)$/, ['ports']],
  [/^sharp$/, ['articles']],
  [/^(hono|@hono\/.*|hono\/(?!html|utils\/http-status).*)$/, ['server', 'app', 'endpoints', 'http']],
  // Pages have a template of their own.
  [/^hono\/html$/, []],
]

/** Ambient time, chance and environment, each with the rooms where it lives. */
const ambient: [pattern: RegExp, rooms: string[]][] = [
  [/\bDate\.now\(|\bnew Date\(\)|\bsetInterval\(|\bsetTimeout\(/, ['ports']],
  [/\bMath\.random\(|\brandomBytes\(|\brandomUUID\(/, ['ports']],
  [/\bprocess\.env\b/, ['main']],
]

/**
 * State of a module, which two services of one process would share: it belongs into `Services`. What is kept weakly by a
 * request is that request's own, and a `Set` of listed values is a constant.
 */
const MODULE_STATE =
  /^(?:export )?(?:let |const \w+(?:: [^=]+)? = (?:new (?:Map|Set|LRUCache)(?:<.*>)?\(\)|new WeakMap<(?!Request|IncomingMessage)|create(?:Semaphore|FairQueue|FairScheduler|RoundRobin|Permits|\w*Queue|\w*Semaphores)\())/m

const MAX_LINES = 250
const MAX_MEDIAN = 80

/** At the head of a file, and on use. */
const IMPORT = /(?:^|\n)(?:import|export)\b[^'"]*?from '([^']+)'|\bimport\('([^']+)'\)/g

type Source = { path: string; room: string; text: string; imports: string[] }

const sources: Source[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const imports = [...text.matchAll(IMPORT)].map(([, ahead, onUse]) => ahead ?? onUse!)
    return { path, room: roomOf(path), text, imports }
  })

function roomOf(path: string): string {
  return path.split('/')[0]!.replace(/\.ts$/, '')
}

function target(source: Source, from: string): string {
  return relative(root, join(root, dirname(source.path), from))
}

function localImports(source: Source): string[] {
  return source.imports.filter((from) => from.startsWith('.')).map((from) => target(source, from))
}

function assertNoCircle(graph: Map<string, Iterable<string>>): void {
  const finished = new Set<string>()
  function visit(node: string, way: string[]): void {
    assert.ok(!way.includes(node), `circle: ${[...way, node].join(' → ')}`)
    if (finished.has(node)) return
    for (const next of graph.get(node) ?? []) visit(next, [...way, node])
    finished.add(node)
  }
  for (const node of graph.keys()) visit(node, [])
}

describe('The structure', () => {
  it('is read: every room is known and imports are found', () => {
    const unknown = sources.filter(({ room }) => !(room in rooms)).map(({ path }) => path)
    assert.deepEqual(unknown, [])
    assert.ok(sources.flatMap(localImports).length > 200)
    const worker = sources.find(({ path }) => path === 'jobs/worker.ts')
    assert.ok(worker?.imports.includes('./fetch-page.ts'), 'what is loaded on use is an import too')
  })

  it('has arrows that only point down', () => {
    const wrong = sources.flatMap((source) =>
      localImports(source)
        .filter((path) => roomOf(path) !== source.room && !rooms[source.room]?.includes(roomOf(path)))
        .map((path) => `${source.path} → ${path}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('has no circles', () => {
    assertNoCircle(new Map(sources.map((source) => [source.path, localImports(source)])))
  })

  it('has no circles between folders', () => {
    const folderOf = (path: string) => (dirname(path) === '.' ? path : dirname(path))
    const graph = new Map<string, Set<string>>()
    for (const source of sources) {
      const folder = folderOf(source.path)
      const targets = graph.get(folder) ?? new Set()
      graph.set(folder, targets)
      for (const path of localImports(source)) if (folderOf(path) !== folder) targets.add(folderOf(path))
    }
    assertNoCircle(graph)
  })

  it('keeps drivers, the network and the web framework in their rooms', () => {
    const wrong = sources.flatMap(({ path, room, imports }) =>
      imports
        .filter((from) => guarded.some(([module, allowed]) => module.test(from) && !allowed.includes(room)))
        .map((from) => `${path} imports ${from}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('keeps time, chance and the environment in their rooms', () => {
    const wrong = sources.flatMap(({ path, room, text }) =>
      ambient
        .filter(([pattern, allowed]) => pattern.test(text) && !allowed.includes(room))
        .map(([pattern]) => `${path} uses ${pattern}`),
    )
    assert.deepEqual(wrong, [])
  })

  it('keeps no state in modules, but in the main program and in extraction threads, which are of one service', () => {
    const wrong = sources.filter(
      ({ text, room }) => MODULE_STATE.test(text) && !['main', 'articles'].includes(room),
    )
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    )
  })

  it('has small files in the extension, whose core knows no browser', () => {
    const folder = fileURLToPath(new URL('../extension', import.meta.url))
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts'))
      .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
    const wrong = files.filter(
      ({ path, text }) =>
        text.split('\n').length > MAX_LINES ||
        (path.startsWith('core/') && /\bchrome\.|from '\.\.\//.test(text)),
    )
    assert.ok(files.length > 20)
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    )
  })

  it('has small scripts of pages', () => {
    const folder = join(root, 'html/assets')
    const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
    assert.ok(scripts.length > 10)
    assert.deepEqual(
      scripts.filter((name) => readFileSync(join(folder, name), 'utf8').split('\n').length - 1 > MAX_LINES),
      [],
    )
  })

  it('has small files', () => {
    const sizes = sources
      .filter(({ path }) => !path.includes('migrations/'))
      .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
      .sort((a, b) => a.lines - b.lines)
    assert.deepEqual(
      sizes.filter(({ lines }) => lines > MAX_LINES),
      [],
    )
    const median = sizes[Math.floor(sizes.length / 2)]!.lines
    assert.ok(median <= MAX_MEDIAN, `the median file has ${median} lines`)
  })
})
