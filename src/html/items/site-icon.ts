// Named `markup`, so that the formatter leaves the templates alone: every row of a page repeats their white space.
import { html as markup } from '../html.ts'
import { SITE_ICON } from '../../articles/thumbnails/thumbnail.ts'
import type { Item } from '../../queue/model/item.ts'
import type { Fragment } from '../fragment.ts'

const [SMALL, LARGE] = SITE_ICON.sizes.map(({ width }) => width)

/** The icon of a site in a row, in half its size, so that one file does for all screens. */
export function rowIcon(site: string, name: string): Fragment {
  return markup`<img src="${rowIconPath(site, name)}" alt="" loading="lazy">`
}

/** Where the icon of a site in a row is. */
export function rowIconPath(site: string, name: string): string {
  return iconPath(site, name, SMALL)
}

/** The icon of a site in the head of an item's page. */
export function headIcon(site: string, name: string): Fragment {
  return markup`<img src="${iconPath(site, name, SMALL)}" srcset="${iconPath(site, name, LARGE)} 2x" alt="">`
}

/** What stands in place of an icon, escaped: the first letter or digit of the site's name. */
export function siteLetter({ siteName, site }: Pick<Item, 'siteName' | 'site'>): string {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(siteName ?? '') ?? /[\p{L}\p{N}]/u.exec(site) ?? []
  return letter.toUpperCase()
}

function iconPath(site: string, name: string, side: number | undefined): string {
  return `/queue/icons/${encodeURIComponent(site)}/${name}.${side}`
}
