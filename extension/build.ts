import { build } from 'esbuild'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { manifestFor, type Target } from './manifest.ts'
import { iconStyles } from '../src/html/assets/icons.ts'
import { readServiceAddress } from './core/service-address.ts'
import { zip } from './zip.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = join(here, '..')
const appAssets = join(root, 'src/html/assets')

/** The web app's styles, shared. */
const STYLES = ['tokens', 'base', 'button', 'form', 'notice', 'icon'].map((name) =>
  join(appAssets, `${name}.css`),
)
const COPIED = ['popup.html', 'options.html', 'tabs.html', 'welcome.html', 'panel.html'].map((name) =>
  join(here, 'pages', name),
)
const LANGUAGES = ['en', 'de']
/** The app's typeface; the style sheet has its metrics, so nothing moves when it arrives. */
const FONT = join(root, 'node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')
const ICONS = [16, 32, 48, 128].map((size) => join(here, 'icons', `icon-${size}.png`))
const ENTRIES = [
  'background.ts',
  'pages/popup.ts',
  'pages/options.ts',
  'pages/tabs.ts',
  'pages/welcome.ts',
  'pages/panel.ts',
].map((name) => join(here, name))

const SHOWN_ICONS = ['read', 'inbox', 'star', 'star-filled', 'clock', 'trash', 'undo', 'settings', 'check']

type Options = {
  /** The folder for the output: a folder and a zip for each browser. */
  to?: string
  /** The address of the service in use until another one is chosen. */
  address?: string
}

/** Builds the extension for both browsers; Chrome's zip has no key, since its store adds one. */
export async function buildExtension({
  to = join(root, 'dist/extension'),
  address = 'http://localhost:3000',
}: Options = {}): Promise<void> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  for (const target of ['chrome', 'firefox'] as const) {
    const { key, ...manifest } = manifestFor(target, version)
    const files = [...(await bundleFiles(target, readServiceAddress(address))), ...(await copyAssets())]
    const unpacked = key === undefined ? manifest : { ...manifest, key }
    await writeFolder(join(to, target), [...files, ['manifest.json', json(unpacked)]])
    await writeFile(join(to, `${target}.zip`), zip([['manifest.json', json(manifest)], ...files]))
  }
}

type File = [name: string, content: Buffer]

async function bundleFiles(target: Target, address: string): Promise<File[]> {
  const tokens = await readFile(join(appAssets, 'tokens.css'), 'utf8')
  const light = (name: string) => {
    const [, colour] = new RegExp(`--${name}: light-dark\\((#\\w+)`).exec(tokens) ?? []
    if (colour === undefined) throw new Error(`tokens.css has no hexadecimal --${name}, which badges need.`)
    return colour
  }
  const { outputFiles } = await build({
    entryPoints: ENTRIES,
    entryNames: '[name]',
    outdir: '/',
    bundle: true,
    write: false,
    format: 'iife',
    target: ['chrome126', 'firefox140'],
    charset: 'utf8',
    define: {
      CLIENT_ID: JSON.stringify(`reading-queue-${target}`),
      DEFAULT_ADDRESS: JSON.stringify(address),
      OMNIBOX_TAKES_XML: JSON.stringify(target === 'chrome'),
      BADGE_COLOURS: JSON.stringify({ done: light('accent'), trouble: light('danger') }),
    },
  })
  return outputFiles.map(({ path, contents }) => [path.split(/[\\/]/).at(-1) ?? '', Buffer.from(contents)])
}

async function copyAssets(): Promise<File[]> {
  const files = [...COPIED, ...ICONS, FONT, join(appAssets, 'logo.svg')]
  const styles = await Promise.all([...STYLES, join(here, 'pages/style.css')].map((path) => readFile(path)))
  const rest = await Promise.all(
    files.map(async (path): Promise<File> => [path.split(/[\\/]/).at(-1) ?? '', await readFile(path)]),
  )
  const texts = await Promise.all(
    LANGUAGES.map(async (language): Promise<File> => {
      const name = `_locales/${language}/messages.json`
      return [name, await readFile(join(here, name))]
    }),
  )
  return [['style.css', Buffer.concat([...styles, Buffer.from(usedIcons())])], ...rest, ...texts]
}

/** The rules of the icons that the extension's pages show. */
function usedIcons(): string {
  return iconStyles()
    .split('\n')
    .filter((rule) => SHOWN_ICONS.some((name) => rule.startsWith(`.icon-${name}{`)))
    .join('\n')
}

async function writeFolder(folder: string, files: File[]): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  for (const [name, content] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
}

function json(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
}

if (import.meta.main) {
  const address = process.env['READING_QUEUE_ADDRESS']
  await buildExtension(address === undefined ? {} : { address }).catch((error: unknown) => {
    const { code } = error as { code?: unknown }
    const isAddress = code === 'bad_address' || code === 'plain_address'
    const text = isAddress
      ? 'READING_QUEUE_ADDRESS takes an address like https://queue.example.org.'
      : String(error)
    process.stderr.write(`${text}\n`)
    process.exitCode = 1
  })
}
