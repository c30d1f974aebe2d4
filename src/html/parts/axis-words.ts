const day = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})
const month = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' })
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })

type Week = { startsAt: number }

/** A number that takes little room: `1.2K`. */
export function shortNumber(value: number): string {
  return short.format(value)
}

export function weekName({ startsAt }: Week): string {
  return day.format(startsAt)
}

/** Each month's name below the first week that begins in it, where there is room for it up to the next one. */
export function monthLabels(weeks: Week[]): (string | undefined)[] {
  const months = weeks.map(({ startsAt }) => month.format(startsAt))
  return months.map((name, index) => {
    const isFirst = name !== months[index - 1]
    const hasRoom = [1, 2, 3].every((weeks) => [name, undefined].includes(months[index + weeks]))
    const isLast = index === months.length - 1
    return isFirst && hasRoom && !isLast ? name : undefined
  })
}
