import { decodeText } from './charset.ts'
import type { WebPage } from './page.ts'
import { END, readMarkup } from './read-markup.ts'

/** Of a page, in bytes: what declares its icons stands at its beginning. */
const HEAD_BYTES = 128 * 1024
const MAX_LINKS = 20
const MAX_URL_LENGTH = 2048
/** How many of those that a page declares are tried. */
const MAX_DECLARED = 2

/** In pixels: the largest copy that is made of an icon. */
const WANTED_SIDE = 64
/** Where a page does not tell. */
const USUAL_SIDES: Record<string, number> = { icon: 32, 'apple-touch-icon': 180 }

/**
 * Where a site may have its icon, by one of its pages: as it declares it, the one of the most fitting size first, else at
 * the address where all sites may have one. Not SVG, which is a program.
 */
export function iconSourcesOf(page: Pick<WebPage, 'url' | 'mediaType' | 'charset' | 'body'>): string[] {
  const usual = webAddress('/favicon.ico', page.url)
  return [...new Set([...declaredIcons(page), ...(usual === undefined ? [] : [usual])])]
}

function declaredIcons({ url, mediaType, charset, body }: Parameters<typeof iconSourcesOf>[0]): string[] {
  if (mediaType !== 'text/html' && mediaType !== 'application/xhtml+xml') return []
  const icons: { url: string; distance: number }[] = []
  let base = url
  readMarkup(decodeText(body.subarray(0, HEAD_BYTES), { charset, isHtml: true }), {
    open(name, { rel, href, type, sizes }) {
      if (name === 'body' || icons.length === MAX_LINKS) return END
      if (name === 'base' && href !== undefined) base = webAddress(href, url) ?? url
      if (name !== 'link' || rel === undefined || href === undefined) return
      const usualSide = sideByRelation(rel)
      const address = webAddress(href, base)
      if (usualSide === undefined || address === undefined || isSvg(address, type)) return
      icons.push({ url: address, distance: distanceOf(sideOf(sizes) ?? usualSide) })
    },
    close() {},
  })
  return icons
    .sort((one, other) => one.distance - other.distance)
    .slice(0, MAX_DECLARED)
    .map((icon) => icon.url)
}

function sideByRelation(rel: string): number | undefined {
  return rel
    .toLowerCase()
    .split(/\s+/)
    .map((name) => USUAL_SIDES[name])
    .find((side) => side !== undefined)
}

function isSvg(address: string, type: string | undefined): boolean {
  return type?.includes('svg') === true || new URL(address).pathname.toLowerCase().endsWith('.svg')
}

/** The largest side of `sizes`, as in "16x16 32x32"; undefined where it tells none. */
function sideOf(sizes: string | undefined): number | undefined {
  const sides = [...(sizes ?? '').matchAll(/(\d{1,4})x\d/gi)].map(([, side]) => Number(side))
  return sides.length === 0 ? undefined : Math.max(...sides)
}

/** How far a side is from the wanted one; one that is too small is worse. */
function distanceOf(side: number): number {
  return side >= WANTED_SIDE ? side - WANTED_SIDE : (WANTED_SIDE - side) * 4
}

function webAddress(reference: string, base: string): string | undefined {
  const url = URL.parse(reference, base)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return url.username || url.password || url.href.length > MAX_URL_LENGTH ? undefined : url.href
}
