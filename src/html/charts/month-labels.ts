import { allMessages } from '../messages/messages.ts'

type Week = { startsAt: number }

/** For each week, the month's name if the week is the first of its month and the label has room. */
export function monthLabels(weeks: Week[]): (string | undefined)[] {
  const months = weeks.map(({ startsAt }) => allMessages.formats.month(startsAt))
  return months.map((name, index) => {
    const isFirst = name !== months[index - 1]
    const hasRoom = [1, 2, 3].every((weeks) => [name, undefined].includes(months[index + weeks]))
    const isLast = index === months.length - 1
    return isFirst && hasRoom && !isLast ? name : undefined
  })
}
