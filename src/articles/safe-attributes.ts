import { ALLOWED_ATTRIBUTES, ATTRIBUTE_VALUES } from './allow-list.ts'
import { removeInvisible } from '../text/invisible-characters.ts'
import { percentDecode } from '../text/percent-decode.ts'

type Attributes = Record<string, string>

/** Prefix of an article's own ids, so that they can't clash with those of the page around it. */
export const ID_PREFIX = 'article-'
const MAX_ID_LENGTH = 100

const EVERYWHERE = ALLOWED_ATTRIBUTES['*']!

const LINK_SCHEMES = ['http:', 'https:', 'mailto:']

/** The attributes of an element that are on the allow-list and have safe values. */
export function safeAttributes(element: string, attributes: Attributes): Attributes {
  const safe: Attributes = {}
  for (const [name, value] of Object.entries(attributes)) {
    if (!isAllowed(element, name)) continue
    const safeValue = name === 'id' ? idOf(value) : removeInvisible(value)
    if (name === 'href') Object.assign(safe, linkAttributes(value))
    else if (safeValue && (ATTRIBUTE_VALUES[name]?.test(safeValue) ?? true)) safe[name] = safeValue
    else if (name === 'open' || name === 'reversed') safe[name] = ''
  }
  return safe
}

/** The sanitiser restricts classes itself, and the `rel` of a link is always ours. */
function isAllowed(element: string, name: string): boolean {
  if (name === 'rel') return false
  return (
    name === 'class' || EVERYWHERE.includes(name) || (ALLOWED_ATTRIBUTES[element]?.includes(name) ?? false)
  )
}

function linkAttributes(reference: string): Attributes {
  if (reference.startsWith('#')) {
    const id = idOf(percentDecode(reference.slice(1)) ?? reference.slice(1))
    return id ? { href: `#${id}` } : {}
  }
  const url = URL.parse(reference)
  if (!url || !LINK_SCHEMES.includes(url.protocol) || url.username || url.password) return {}
  return { href: url.href, rel: 'noopener noreferrer' }
}

function idOf(id: string): string {
  const name = id.replace(/[^\p{L}\p{N}_.:-]/gu, '')
  if (name === '') return ''
  return (name.startsWith(ID_PREFIX) ? name : ID_PREFIX + name).slice(0, MAX_ID_LENGTH)
}
