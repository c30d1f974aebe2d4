import { account } from './german/account.ts'
import { actions } from './german/actions.ts'
import { agents } from './german/agents.ts'
import { connect } from './german/connect.ts'
import { consent } from './german/consent.ts'
import { exports } from './german/exports.ts'
import { failures } from './german/failures.ts'
import { fields } from './german/fields.ts'
import { guide } from './german/guide.ts'
import { highlights } from './german/highlights.ts'
import { history } from './german/history.ts'
import { imports } from './german/imports.ts'
import { landing } from './german/landing.ts'
import { queue } from './german/queue.ts'
import { tags } from './german/tags.ts'
import { links } from './german/links.ts'
import { offline } from './german/offline.ts'
import { listen } from './german/listen.ts'
import { palette } from './german/palette.ts'
import { reader } from './german/reader.ts'
import { requests } from './german/requests.ts'
import { searches } from './german/searches.ts'
import { service } from './german/service.ts'
import { share } from './german/share.ts'
import { shell } from './german/shell.ts'
import { signing } from './german/signing.ts'
import { stats } from './german/stats.ts'
import { welcome } from './german/welcome.ts'
import { formatsOf } from './format/formats.ts'
import type { english } from './english.ts'

/** All German texts. */
export const german: typeof english = {
  language: 'de',
  formats: formatsOf('de', 'de-DE'),
  shell,
  signing,
  account,
  service,
  agents,
  connect,
  consent,
  fields,
  guide,
  highlights,
  history,
  imports,
  exports,
  queue,
  searches,
  links,
  offline,
  listen,
  palette,
  tags,
  actions,
  requests,
  reader,
  stats,
  share,
  failures,
  landing,
  welcome,
}
