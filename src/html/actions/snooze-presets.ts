import { DAY } from '../../ports/clock.ts'
import { type TimeZone, UTC } from '../../text/time-zone.ts'
import type { Fragment } from '../fragment.ts'
import { weekday } from '../parts/instant.ts'
import { allMessages } from '../messages/messages.ts'

const messages = allMessages.queue.card

/** The hour of the morning at which items come back, as in the apps of agents. */
export const SNOOZE_HOUR = 8

/** What is offered besides a date: the next day, or the next one that is this day of the week (ISO 8601). */
export const SNOOZE_PRESETS: { name: keyof typeof messages.snoozeFor; weekday?: number }[] = [
  { name: 'tomorrow' },
  { name: 'weekend', weekday: 6 },
  { name: 'nextWeek', weekday: 1 },
]

/** `until` is an instant as RFC 3339. */
export type SnoozePreset = { label: string; until: string }

/** The presets with the instants that they mean now to somebody in a time zone. */
export function snoozePresets(now: number, zone: TimeZone = UTC): SnoozePreset[] {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).toPlainDate()
  return SNOOZE_PRESETS.map(({ name, weekday = today.dayOfWeek + 1 }) => {
    const days = ((weekday - today.dayOfWeek + 6) % 7) + 1
    const at = today.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: { hour: SNOOZE_HOUR } })
    return { label: messages.snoozeFor[name], until: new Date(at.epochMilliseconds).toISOString() }
  })
}

/** The day until which something is snoozed, to somebody in a time zone. */
export function snoozeDay(until: number, zone: TimeZone | undefined): Fragment {
  return weekday(until, zoneOfSnooze(until, zone))
}

export function snoozeDayText(until: number, zone: TimeZone | undefined): string {
  return allMessages.formats.weekday(until, zoneOfSnooze(until, zone))
}

/** A date that was chosen is midnight in UTC. */
function zoneOfSnooze(until: number, zone: TimeZone | undefined): TimeZone {
  return until % DAY === 0 ? UTC : (zone ?? UTC)
}
