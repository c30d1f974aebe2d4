import { allMessages } from '../messages/messages.ts'

/** Minutes as `3 h 20 min`; from a hundred hours on, as hours. */
export function formatMinutes(minutes: number): string {
  const { shell, formats } = allMessages
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return shell.minutes(minutes)
  const rest = minutes % 60
  return rest === 0 || hours >= 100 ? shell.hours(formats.count(hours)) : shell.hoursAndMinutes(hours, rest)
}
