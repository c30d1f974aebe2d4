import { karakeep } from './sources/karakeep.ts'
import { linkding } from './sources/linkding.ts'
import { miniflux } from './sources/miniflux.ts'
import { readeck } from './sources/readeck.ts'
import type { Source } from './sources/source.ts'
import { wallabag } from './sources/wallabag.ts'

/** In the order in which they are offered. */
export const SOURCES: Source[] = [wallabag, linkding, karakeep, readeck, miniflux]
