import type { PageNode } from './outline.ts'

/** The most classes of an element that are used. */
const MAX_CLASSES = 1000

/** The name, `#id` and `.classes` of an element, by which rules are found. */
export function keysOf(node: PageNode): ReadonlySet<string> {
  return (node.keys ??= readKeys(node))
}

function readKeys({ name, attributes }: PageNode): Set<string> {
  const keys = new Set([name])
  const { id, class: classes } = attributes
  if (id) keys.add(`#${id}`)
  if (classes) for (const one of classes.split(/\s+/, MAX_CLASSES)) keys.add(`.${one}`)
  return keys
}

/** The keys of all elements of a page. */
export function collectKeys(nodes: PageNode[]): ReadonlySet<string> {
  const all = new Set<string>()
  for (const node of nodes) for (const key of keysOf(node)) all.add(key)
  return all
}

const KEY = /[.#]((?:[\w-]|[^\0-\x7f])+)/g

/** Whether a selector list can't match any element of a page, judging from its text. */
export function isForOtherPages(list: string, keys: ReadonlySet<string>): boolean {
  // Brackets may contain negations, and escapes stand for other characters, so these can't be judged.
  return !/[([\\"']/.test(list) && list.split(',').every((selector) => isAbsent(selector, keys))
}

function isAbsent(selector: string, keys: ReadonlySet<string>): boolean {
  const wanted = selector.match(KEY)
  return wanted !== null && !wanted.some((key) => keys.has(key))
}
