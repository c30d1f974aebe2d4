import { emailTexts } from '../../accounts/email-texts.ts'
import { account } from './english/account.ts'
import { actions } from './english/actions.ts'
import { agents } from './english/agents.ts'
import { connect } from './english/connect.ts'
import { failures } from './english/failures.ts'
import { fields } from './english/fields.ts'
import { history } from './english/history.ts'
import { queue } from './english/queue.ts'
import { reader } from './english/reader.ts'
import { service } from './english/service.ts'
import { share } from './english/share.ts'
import { shell } from './english/shell.ts'
import { signing } from './english/signing.ts'
import { stats } from './english/stats.ts'
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
  fields,
  history,
  queue,
  actions,
  reader,
  stats,
  share,
  failures,
  emails: emailTexts,
}
