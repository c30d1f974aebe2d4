import type { Format } from './parsing/format.ts'
import { anyLinks } from './formats/any-links.ts'
import { chromeBookmarks, firefoxBackup } from './formats/browser-json.ts'
import { deliciousJson } from './formats/delicious-json.ts'
import { elcuratorJson } from './formats/elcurator-json.ts'
import { genericCsv } from './formats/generic-csv.ts'
import { goodlinksJson } from './formats/goodlinks-json.ts'
import { highlightsCsv } from './formats/highlights-csv.ts'
import { instapaperCsv } from './formats/instapaper-csv.ts'
import { karakeepJson } from './formats/karakeep-json.ts'
import { linkdingJson } from './formats/linkding-json.ts'
import { linkwardenJson } from './formats/linkwarden-json.ts'
import { matterCsv } from './formats/matter-csv.ts'
import { mymindCsv } from './formats/mymind-csv.ts'
import { netscapeHtml } from './formats/netscape-html.ts'
import { omnivoreCsv } from './formats/omnivore-csv.ts'
import { omnivoreJson } from './formats/omnivore-json.ts'
import { pinboardJson } from './formats/pinboard-json.ts'
import { onetab, plainText } from './formats/plain-text.ts'
import { pocketCsv } from './formats/pocket-csv.ts'
import { pocketHtml } from './formats/pocket-html.ts'
import { raindropCsv } from './formats/raindrop-csv.ts'
import { readabilityJson } from './formats/readability-json.ts'
import { readwiseCsv } from './formats/readwise-csv.ts'
import { readingQueueJson } from './formats/reading-queue-json.ts'
import { tabSessionsJson } from './formats/tab-sessions-json.ts'
import { wallabagCsv } from './formats/wallabag-csv.ts'
import { wallabagFirstJson, wallabagJson } from './formats/wallabag-json.ts'

/** The first format that matches a file is used. The last one matches any file. */
export const FORMATS: Format[] = [
  readingQueueJson,
  omnivoreJson,
  wallabagJson,
  wallabagFirstJson,
  pinboardJson,
  goodlinksJson,
  tabSessionsJson,
  deliciousJson,
  elcuratorJson,
  linkwardenJson,
  karakeepJson,
  readabilityJson,
  linkdingJson,
  chromeBookmarks,
  firefoxBackup,
  pocketHtml,
  netscapeHtml,
  pocketCsv,
  instapaperCsv,
  readwiseCsv,
  highlightsCsv,
  matterCsv,
  raindropCsv,
  mymindCsv,
  omnivoreCsv,
  wallabagCsv,
  genericCsv,
  onetab,
  plainText,
  anyLinks,
]
