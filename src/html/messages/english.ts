import { account } from './english/account.ts'
import { actions } from './english/actions.ts'
import { agents } from './english/agents.ts'
import { connect } from './english/connect.ts'
import { consent } from './english/consent.ts'
import { exports } from './english/exports.ts'
import { failures } from './english/failures.ts'
import { fields } from './english/fields.ts'
import { guide } from './english/guide.ts'
import { highlights } from './english/highlights.ts'
import { history } from './english/history.ts'
import { imports } from './english/imports.ts'
import { landing } from './english/landing.ts'
import { queue } from './english/queue.ts'
import { tags } from './english/tags.ts'
import { links } from './english/links.ts'
import { offline } from './english/offline.ts'
import { listen } from './english/listen.ts'
import { palette } from './english/palette.ts'
import { reader } from './english/reader.ts'
import { requests } from './english/requests.ts'
import { searches } from './english/searches.ts'
import { service } from './english/service.ts'
import { share } from './english/share.ts'
import { shell } from './english/shell.ts'
import { signing } from './english/signing.ts'
import { stats } from './english/stats.ts'
import { welcome } from './english/welcome.ts'
import { formatsOf } from './format/formats.ts'

/** All English texts. A second language is a second object of this type. */
export const english = {
  language: 'en',
  formats: formatsOf('en', 'en-GB'),
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
  offline,
  listen,
  palette,
  tags,
  actions,
  requests,
  reader,
  links,
  stats,
  share,
  failures,
  landing,
  welcome,
}
