/** The hour at which snoozed items come back. */
const MORNING_HOUR = 8

/** Tomorrow, the next Saturday and the next Monday, in the morning of the person's time zone. */
export function snoozeTimes(now: Date): { tomorrow: Date; weekend: Date; week: Date } {
  const inDays = (days: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR)
  const daysUntil = (weekday: number) => (weekday - now.getDay() + 7) % 7 || 7
  return { tomorrow: inDays(1), weekend: inDays(daysUntil(6)), week: inDays(daysUntil(1)) }
}
