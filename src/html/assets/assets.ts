import { readFileSync } from 'node:fs'
import { svgUrl } from './svg-url.ts'
import { once } from '../../concurrency/once.ts'
import { type Asset, createAsset } from './asset.ts'
import { readFonts } from './fonts.ts'
import { type Screenshots, readScreenshots } from './screenshots.ts'
import { iconStyles } from './icons.ts'

/** In cascade order. */
const STYLES = [
  'tokens',
  'sepia',
  'base',
  'icon',
  'layout',
  'frame',
  'sidebar',
  'bottom-bar',
  'popover',
  'menu',
  'button',
  'form',
  'folds',
  'notice',
  'queue',
  'item',
  'item-card',
  'avatar',
  'site-icon',
  'request',
  'broken-link',
  'live',
  'row-menu',
  'searches',
  'tag-colours',
  'save',
  'palette',
  'bulk',
  'article',
  'wide-table',
  'code',
  'article-extras',
  'floating-bar',
  'highlights',
  'reader',
  'article-head',
  'reader-frame',
  'listen',
  'tool-panel',
  'settings',
  'account',
  'service',
  'import',
  'single',
  'landing',
  'connect',
  'welcome',
  'stats',
  'history',
  'share',
  'offline',
  'print',
]

/** `maskable` and `touchIcon` fill their square, and platforms may crop the corners. */
type Assets = Record<
  | 'stylesheet'
  | 'logo'
  | 'reader'
  | 'review'
  | 'queue'
  | 'passkey'
  | 'connect'
  | 'copy'
  | 'list'
  | 'timeZone'
  | 'offline'
  | 'offlineSettings'
  | 'offlineList'
  | 'offlineItem'
  | 'listen'
  | 'palette'
  | 'worker'
  | 'icon192'
  | 'icon512'
  | 'maskable'
  | 'touchIcon'
  | 'mainFont'
  | 'readingFont'
  | 'readingItalics',
  Asset
> & { screenshots: Screenshots }

/** The assets by name, read at the first call. */
export function assets(): Assets {
  return readOnce().byName
}

/** All files that pages load. */
export function allAssets(): Asset[] {
  const { byName, fonts } = readOnce()
  const { screenshots, ...files } = byName
  return [...Object.values(files), ...screenshots.values(), ...fonts]
}

const readOnce = once(() => {
  const fonts = readFonts()
  const logo = readText('logo.svg')
  const logoStyle = `:root{--logo:url("${svgUrl(logo)}")}`
  const styles = [fonts.css, ...STYLES.map((name) => readText(`${name}.css`)), iconStyles(), logoStyle].join(
    '\n',
  )
  const byName: Assets = {
    stylesheet: createAsset({ name: 'app', extension: 'css', type: 'text/css; charset=utf-8', body: styles }),
    logo: createAsset({ name: 'logo', extension: 'svg', type: 'image/svg+xml', body: logo }),
    reader: script('reader'),
    review: script('review'),
    queue: script('queue'),
    passkey: script('passkey'),
    connect: script('connect'),
    copy: script('copy'),
    list: script('list'),
    timeZone: script('time-zone'),
    offline: script('offline'),
    offlineSettings: script('offline-settings'),
    offlineList: script('offline-list'),
    offlineItem: script('offline-item'),
    listen: script('listen'),
    palette: script('palette'),
    worker: script('worker'),
    icon192: png('icon-192'),
    icon512: png('icon-512'),
    maskable: png('icon-maskable-512'),
    touchIcon: png('icon-touch-180'),
    screenshots: readScreenshots(),
    mainFont: fonts.interfaceFont,
    readingFont: fonts.articleFont,
    readingItalics: fonts.italicFont,
  }
  return { byName, fonts: fonts.files }
})

const IMPORT = /^import [^']+ from '\.\/([\w-]+)\.js'\n/gm

/** Lines of their own. */
const COMMENT = /^ *(?:\/\/.*|\/\*[^]*?\*\/)\n/gm

/** A script after those that it imports, each once and without its comments, so that a page loads one small file. */
function script(name: string): Asset {
  const names = new Set<string>()
  addScripts(name, names)
  const texts = [...names].map((one) =>
    readText(`${one}.js`)
      .replaceAll(IMPORT, '')
      .replaceAll(COMMENT, '')
      .replaceAll(/^export /gm, ''),
  )
  return createAsset({
    name,
    extension: 'js',
    type: 'text/javascript; charset=utf-8',
    body: texts.join('\n'),
  })
}

function addScripts(name: string, names: Set<string>): void {
  for (const [, imported] of readText(`${name}.js`).matchAll(IMPORT)) addScripts(imported!, names)
  names.add(name)
}

function png(name: string): Asset {
  return createAsset({
    name,
    extension: 'png',
    type: 'image/png',
    body: new Uint8Array(readFileSync(urlOf(`${name}.png`))),
  })
}

function readText(name: string): string {
  return readFileSync(urlOf(name), 'utf8')
}

function urlOf(name: string): URL {
  return new URL(name, import.meta.url)
}
