import { decodeText } from './charset.ts'
import type { WebPage } from './page.ts'
import { END, readMarkup } from './read-markup.ts'

/** How many bytes of a page are searched: icons are declared near its beginning. */
const HEAD_BYTES = 128 * 1024
const MAX_LINKS = 20
const MAX_URL_LENGTH = 2048
/** How many of the declared icons are tried. */
const MAX_DECLARED = 2

/** The largest copy made of an icon, in pixels. */
const WANTED_SIDE = 64
/** The usual sizes, for icons without `sizes`. */
const USUAL_SIDES: Record<string, number> = { icon: 32, 'apple-touch-icon': 180 }

/**
 * The addresses where the icon of a site may be, derived from one of its pages: the declared icons, best size first,
 * then the default address of all sites. SVG icons are left out, since SVG can contain scripts.
 */
export function findIconSources(page: Pick<WebPage, 'url' | 'mediaType' | 'charset' | 'body'>): string[] {
  const usual = webAddress('/favicon.ico', page.url)
  return [...new Set([...declaredIcons(page), ...(usual === undefined ? [] : [usual])])]
}

function declaredIcons({ url, mediaType, charset, body }: Parameters<typeof findIconSources>[0]): string[] {
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
      icons.push({ url: address, distance: distanceFromWanted(parseLargestSide(sizes) ?? usualSide) })
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

/** The largest side in `sizes`, such as "16x16 32x32"; undefined if there is none. */
function parseLargestSide(sizes: string | undefined): number | undefined {
  const sides = [...(sizes ?? '').matchAll(/(\d{1,4})x\d/gi)].map(([, side]) => Number(side))
  return sides.length === 0 ? undefined : Math.max(...sides)
}

/** How far a side is from the wanted one; being too small counts more. */
function distanceFromWanted(side: number): number {
  return side >= WANTED_SIDE ? side - WANTED_SIDE : (WANTED_SIDE - side) * 4
}

function webAddress(reference: string, base: string): string | undefined {
  const url = URL.parse(reference, base)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  return url.username || url.password || url.href.length > MAX_URL_LENGTH ? undefined : url.href
}
