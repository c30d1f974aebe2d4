import { DAY, HOUR, MINUTE } from '../../ports/clock.ts'

const number = new Intl.NumberFormat('en-GB')

/** A whole number with its thousands apart. */
export function count(value: number): string {
  return number.format(value)
}

/** Minutes as `3 h 20 min`, and from a hundred hours on as hours. */
export function readingTime(minutes: number): string {
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 || hours >= 100 ? `${count(hours)} h` : `${hours} h ${rest} min`
}

/** How long something has waited, in its largest unit. */
export function waitingTime(duration: number): string {
  if (duration < HOUR) return several(Math.floor(duration / MINUTE), 'minute')
  if (duration < 2 * DAY) return several(Math.floor(duration / HOUR), 'hour')
  return several(Math.floor(duration / DAY), 'day')
}

function several(value: number, unit: string): string {
  return `${count(value)} ${unit}${value === 1 ? '' : 's'}`
}
