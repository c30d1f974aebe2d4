import { html } from '../html.ts'
import type { Fragment } from '../fragment.ts'
import { allMessages } from '../messages/messages.ts'
import { attributes } from '../parts/attributes.ts'
import { timeOfDay } from '../parts/instant.ts'
import type { Person } from '../parts/person.ts'

/** The time of a row, which is not shown again where the row above has the same. */
export function rowTime(
  at: number,
  { person, timeAbove }: { person: Person; timeAbove?: number | undefined },
): Fragment {
  const { time } = allMessages.formats
  const isRepeated = timeAbove !== undefined && time(timeAbove, person.timeZone) === time(at, person.timeZone)
  return html`<p${attributes({ class: isRepeated ? 'at repeated' : 'at' })}>${timeOfDay(at, person.timeZone)}</p>`
}
