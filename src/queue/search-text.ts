import { type Item, titleOf } from './item.ts'

/** Text as it is compared in a search: without case and accents, alike on both engines. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** What words are looked for in. */
export function searchTextOf(item: Item): string {
  const parts = [
    titleOf(item),
    item.pageTitle,
    item.siteName,
    item.excerpt,
    item.note,
    ...item.tags,
    item.url,
  ]
  return foldText(parts.filter((part) => part !== null).join('\n'))
}
