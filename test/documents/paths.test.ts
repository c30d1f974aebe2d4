import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const IGNORED = ['node_modules', 'data', 'dist', 'coverage', '.git']
const glob = (pattern: string) =>
  globSync(pattern, { cwd: root, exclude: (name) => IGNORED.includes(basename(name)) })

/** A change log tells of what was there then. */
const documents = [...glob('*.md'), ...glob('{docs,.github}/**/*.md')].filter(
  (path) => path !== 'CHANGELOG.md',
)
const files = ['src', 'test', 'bench', 'bin', 'scripts', 'extension', 'deploy', 'docs'].flatMap((folder) =>
  glob(`${folder}/**/*`),
)
const names = new Set(files.map((path) => basename(path)))

/** Folders from which documents name files. */
const BASES = ['', 'src', 'src/http', 'src/ports', 'extension', 'docs', 'test']

/** A file of the repository that stands in a text as code: not an address, a placeholder or a pattern. */
const FILE = /^[\w.@-]+(\/[\w.@-]+)*\.(ts|mjs|md|css|conf|yaml|yml|json|service)$/
const FOLDER = /^[\w.@-]+(\/[\w.@-]+)*\/$/

describe('Documents refer only to what exists:', () => {
  it('files and folders', () => {
    assert.ok(documents.length > 10)
    const missing = documents.flatMap((path) => {
      const spans = [...prose(path).matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!)
      return spans.filter((code) => !exists(code)).map((code) => `${path}: ${code}`)
    })
    assert.deepEqual(missing, [])
  })

  it('files in code blocks', () => {
    const missing = documents.flatMap((path) => {
      const blocks = readFileSync(join(root, path), 'utf8').match(/^```[\s\S]*?^```/gm) ?? []
      const named =
        blocks.join('\n').match(/\b(?:src|test|bench|scripts|extension|deploy|docs)\/[\w./-]+\.\w+/g) ?? []
      return named.filter((name) => !existsSync(join(root, name))).map((name) => `${path}: ${name}`)
    })
    assert.deepEqual(missing, [])
  })

  it('links to files and headings', () => {
    const missing = documents.flatMap((path) => {
      const targets = [...prose(path).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!)
      return targets.filter((target) => !isLinkValid(path, target)).map((target) => `${path}: ${target}`)
    })
    assert.deepEqual(missing, [])
  })

  it('npm commands', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const missing = documents.flatMap((path) => {
      const commands = [...readFileSync(join(root, path), 'utf8').matchAll(/npm run ([\w:-]+)/g)]
      return commands.filter(([, name]) => !scripts[name!]).map(([command]) => `${path}: ${command}`)
    })
    assert.deepEqual(missing, [])
  })
})

/** A document without its blocks of code. */
function prose(path: string): string {
  return readFileSync(join(root, path), 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '')
}

function exists(code: string): boolean {
  if ((!FILE.test(code) && !FOLDER.test(code)) || IGNORED.includes(code.split('/')[0]!)) return true
  if (BASES.some((base) => existsSync(join(root, base, code)))) return true
  return !code.includes('/') && names.has(code)
}

function isLinkValid(from: string, target: string): boolean {
  if (/^(https?|mailto):/.test(target)) return true
  const [path = '', anchor] = target.split('#')
  const file = path === '' ? from : relative(root, join(root, dirname(from), path))
  if (!existsSync(join(root, file))) return false
  return anchor === undefined || headings(file).includes(anchor)
}

/** The anchors of a document's headings, as GitHub makes them. */
function headings(path: string): string[] {
  return [...prose(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
