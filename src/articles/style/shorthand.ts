import { LRUCache } from 'lru-cache'
import { splitValue, splitWords } from './values.ts'

const SIDES = ['top', 'right', 'bottom', 'left']
const LOGICAL: Record<string, string | undefined> = {
  'inline-size': 'width',
  'block-size': 'height',
  'max-inline-size': 'max-width',
  'max-block-size': 'max-height',
  'min-inline-size': 'min-width',
  'min-block-size': 'min-height',
  'overflow-inline': 'overflow-x',
  'overflow-block': 'overflow-y',
}
const AXES: Record<string, [string, string] | undefined> = {
  inline: ['left', 'right'],
  block: ['top', 'bottom'],
}
const SIZE =
  /^(?:0|[+]?(?:\d*\.)?\d+(?:%|[a-z]+)|(?:calc|min|max|clamp)\(.*\)|(?:x{1,3}|x?)-?(?:small|large)|medium|smaller|larger)$/
const VENDOR = /^-(?:webkit|moz|ms|o)-/

/** All properties that affect the visibility of text, except custom properties. */
const RELEVANT = new Set([
  ...'display visibility content-visibility opacity filter position clip clip-path mask mask-image mask-size'.split(
    ' ',
  ),
  ...'color text-fill-color text-stroke text-stroke-width text-shadow background-color background-image'.split(
    ' ',
  ),
  ...'background-clip color-scheme font-size font-size-adjust zoom scale transform translate rotate'.split(
    ' ',
  ),
  ...'width height max-width max-height min-width min-height overflow-x overflow-y contain line-height'.split(
    ' ',
  ),
  ...'text-indent letter-spacing white-space animation-name'.split(' '),
  ...SIDES.flatMap((side) => [side, `margin-${side}`, `padding-${side}`]),
])
const SHORTHANDS = new Set(
  'margin padding inset overflow font background animation margin-inline margin-block padding-inline padding-block inset-inline inset-block'.split(
    ' ',
  ),
)

const known = new LRUCache<string, { name: string | undefined }>({ max: 2000 })

/** The canonical name of a property, given in lower case; undefined if it doesn't affect visibility. */
export function knownName(name: string): string | undefined {
  if (name.startsWith('--')) return name
  let found = known.get(name)
  if (!found) known.set(name, (found = { name: findName(name) }))
  return found.name
}

function findName(name: string): string | undefined {
  const plain = name.replace(VENDOR, '')
  const [, group, axis, end] = /^(margin|padding|inset)-(inline|block)-(start|end)$/.exec(plain) ?? []
  if (group !== undefined) {
    const side = AXES[axis!]![end === 'start' ? 0 : 1]
    return group === 'inset' ? side : `${group}-${side}`
  }
  const physical = LOGICAL[plain] ?? plain
  return RELEVANT.has(physical) || SHORTHANDS.has(physical) ? physical : undefined
}

/** Expands a declaration into its longhands. */
export function expand(name: string, value: string): [longhand: string, value: string][] {
  if (!SHORTHANDS.has(name)) return [[name, value]]
  const words = splitWords(value)
  const [, group, axis] = /^(margin|padding|inset)(?:-(inline|block))?$/.exec(name) ?? []
  if (group !== undefined) {
    const sides = axis === undefined ? SIDES : AXES[axis]!
    return sides.map((side, index) => [
      group === 'inset' ? side : `${group}-${side}`,
      words[index] ?? words[index - 2] ?? words[0] ?? '',
    ])
  }
  switch (name) {
    case 'overflow':
      return [
        ['overflow-x', words[0] ?? ''],
        ['overflow-y', words[1] ?? words[0] ?? ''],
      ]
    case 'font': {
      const size = words.flatMap((word) => splitValue(word, /\//)[0] ?? []).find((word) => SIZE.test(word))
      return size === undefined ? [] : [['font-size', size]]
    }
    case 'animation':
      return [['animation-name', value]]
    default:
      return expandBackground(value, words)
  }
}

function expandBackground(value: string, words: string[]): [string, string][] {
  if (words.length === 1 && /^(?:inherit|initial|unset|revert)/.test(value)) {
    return [
      ['background-color', value],
      ['background-image', value],
    ]
  }
  const isImage = /\b(?:url|image|image-set|cross-fade|element|paint|[a-z-]*gradient)\(/.test(value)
  const rest = words.filter(
    (word) =>
      !/^(?:none|scroll|fixed|local|(?:no-)?repeat(?:-[xy])?|space|round|left|right|top|bottom|center|cover|contain|auto|text|(?:border|padding|content)-box|\/|,|[+-]?[\d.]+(?:%|[a-z]+)?(?:\/.*)?)$/.test(
        word,
      ),
  )
  const colour = rest.find((word) => !/^(?:url|image|[a-z-]*gradient)/.test(word))
  return [
    ['background-color', colour ?? 'transparent'],
    ['background-image', isImage ? 'url()' : 'none'],
    ...(words.includes('text') ? ([['background-clip', 'text']] as [string, string][]) : []),
  ]
}
