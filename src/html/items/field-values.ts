import { html } from '../html.ts'
import type { ByType } from '../../queue/model/field-views.ts'
import type { Fragment } from '../fragment.ts'
import { agentName } from '../parts/agent-name.ts'
import { day } from '../parts/instant.ts'
import { sourceText } from '../parts/source-text.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.fields

/** How pages show what fields hold, by their type. */
export const FIELD_VALUES: ByType<Fragment | string> = {
  text: (text) => html`<bdi>${text}</bdi>`,
  integer: (count) => allMessages.formats.count(count),
  fraction: (share) => messages.percent(Math.round(share * 100)),
  instant: day,
  tags: (tags) => (tags.length === 0 ? messages.none : html`${tags.map(tagAt)}`),
  agent: ({ name }) => agentName(name),
  content: ({ reason }) => reason ?? messages.none,
  extraction: (choice) => allMessages.reader.wrongCopy.choices[choice],
  snapshot: ({ source, words: count }) =>
    messages.copy(sourceText(source, messages.site), allMessages.formats.count(count)),
}

function tagAt(tag: string, index: number): Fragment {
  return html`${index > 0 && ', '}<bdi>${tag}</bdi>`
}
