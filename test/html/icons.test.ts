import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { allAssets, assets } from '../../src/html/assets/assets.ts'

test('each class of an icon has its drawing, and each drawing is used', () => {
  const root = new URL('../../src/html/', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|js|css)$/.test(name),
  )
  const texts = files.map((name) => readFileSync(new URL(name, root), 'utf8')).join('\n')
  const icons = [...String(assets().stylesheet.body).matchAll(/\.icon-([\w-]+)\{--icon:/g)].map(
    ([, name]) => name!,
  )
  assert.ok(icons.length > 20)
  for (const name of icons)
    assert.match(texts, new RegExp(`icon-${name}\\b|'${name}'`), `${name} is not used`)
  const named = [...texts.matchAll(/(?<![\w-])icon-([a-z]+(?:-[a-z]+)?)(?=[\s"'`])/g)].map(
    ([, name]) => name!,
  )
  for (const name of named) assert.ok(icons.includes(name), `icon-${name} has no drawing`)
})

test('the style sheet names each typeface file by its path, and the one that pages preload', () => {
  const fonts = allAssets().filter(({ type }) => type === 'font/woff2')
  const paths = new Set(fonts.map(({ path }) => path))
  assert.ok(paths.has(assets().mainFont.path))
  for (const path of paths) assert.ok(String(assets().stylesheet.body).includes(`url('${path}')`), path)
})
