import { allMessages } from '../messages/messages.ts'

type Week = { startsAt: number }

/** Of so few weeks every other one is named by its first day; of more, the months are named. */
const FEW = 10

/** What stands below each week, if anything. */
export function weekLabels(weeks: Week[]): (string | undefined)[] {
  if (weeks.length > FEW) return monthLabels(weeks)
  const { date } = allMessages.formats
  return weeks.map(({ startsAt }, index) => ((weeks.length - index) % 2 === 0 ? date(startsAt) : undefined))
}

/** The month's name if the week is the first of its month and the label has room. */
function monthLabels(weeks: Week[]): (string | undefined)[] {
  const months = weeks.map(({ startsAt }) => allMessages.formats.month(startsAt))
  return months.map((name, index) => {
    const isFirst = name !== months[index - 1]
    const hasRoom = [1, 2, 3].every((weeks) => [name, undefined].includes(months[index + weeks]))
    const isLast = index === months.length - 1
    return isFirst && hasRoom && !isLast ? name : undefined
  })
}
