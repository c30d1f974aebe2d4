import { html } from '../html.ts'
import { COLOURS, type Colour, type Highlight, MAX_NOTE_LENGTH } from '../../queue/highlights/highlight.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { agentAvatar } from '../parts/agent-avatar.ts'
import { agentName } from '../parts/agent-name.ts'
import { attributes } from '../parts/attributes.ts'
import { relativeTime } from '../parts/instant.ts'

const messages = allMessages.highlights

/** Who made a highlight and when, after the name of its colour. */
export function highlightByline({ createdBy, createdAt, colour }: Highlight, now: number): Fragment {
  const { kind, agent } = createdBy
  const when = relativeTime(createdAt, now)
  const who = agent
    ? messages.madeByAgent(
        html`<span class="agent">${agentAvatar(agent.name)} ${agentName(agent.name)}</span>`,
        when,
      )
    : kind === 'service'
      ? messages.madeByImport(when)
      : messages.madeByYou(when)
  return html`<p class="caption">${colourName(colour)} ${who}</p>`
}

export function colourName(colour: Colour): Fragment {
  return html`<span class="colour-name">${messages.colours[colour]}</span>`
}

/** A choice of colour, as radio buttons. */
export function colourChoice(chosen: Colour, idPrefix: string): Fragment {
  return html`<fieldset class="colour-choice">
    <legend>${messages.colour}</legend>
    ${COLOURS.map(
      (colour) =>
        html`<label data-colour="${colour}"
          ><input${attributes({
            type: 'radio',
            name: 'colour',
            id: `${idPrefix}-${colour}`,
            value: colour,
            checked: colour === chosen || undefined,
          })} /><span>${messages.colours[colour]}</span></label
        >`,
    )}
  </fieldset>`
}

/** The colour of this name in a form that was sent, or the usual one. */
export function colourOf(sent: string | undefined): Colour {
  return COLOURS.find((colour) => colour === sent) ?? COLOURS[0]
}

export function noteField(id: string, note: string): Fragment {
  return html`<div class="field">
    <label for="${id}">${messages.optionalNote}</label>
    <textarea${attributes({ id, name: 'note', dir: 'auto', maxlength: MAX_NOTE_LENGTH, rows: 2 })}>${note}</textarea>
  </div>`
}
