import { karakeep } from './remote-libraries/karakeep.ts'
import { linkding } from './remote-libraries/linkding.ts'
import { miniflux } from './remote-libraries/miniflux.ts'
import { readeck } from './remote-libraries/readeck.ts'
import type { RemoteLibrary } from './remote-libraries/remote-library.ts'
import { wallabag } from './remote-libraries/wallabag.ts'

/** In the order in which they are offered. */
export const REMOTE_LIBRARIES: RemoteLibrary[] = [wallabag, linkding, karakeep, readeck, miniflux]
