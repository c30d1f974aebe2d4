import { allMessages } from '../messages/messages.ts'

type Week = { startsAt: number }

/** Of so few weeks some are named by their first day; of more, the months are named. */
const FEW = 10
/** The distance of names, for which more than so many weeks leave less room. */
const MANY_OF_FEW = 6
/** Of the width, from the start; the rest is taken by the name of the last week. */
const MONTHS_SHARE = 0.62

/** What stands below each week, if anything: the last is this week. */
export function weekLabels(weeks: Week[]): (string | undefined)[] {
  const earlier = weeks.length > FEW ? monthLabels(weeks) : dateLabels(weeks)
  return [...earlier.slice(0, -1), allMessages.stats.thisWeek.title]
}

function dateLabels(weeks: Week[]): (string | undefined)[] {
  const { date } = allMessages.formats
  const step = weeks.length > MANY_OF_FEW ? 4 : 2
  return weeks.map(({ startsAt }, index) =>
    (weeks.length - 1 - index) % step === 0 ? date(startsAt) : undefined,
  )
}

/** The month's name if the week is the first of its month and the label has room. */
function monthLabels(weeks: Week[]): (string | undefined)[] {
  const months = weeks.map(({ startsAt }) => allMessages.formats.month(startsAt))
  return months.map((name, index) => {
    const isFirst = name !== months[index - 1]
    const hasRoom = [1, 2, 3].every((weeks) => [name, undefined].includes(months[index + weeks]))
    return isFirst && hasRoom && index <= weeks.length * MONTHS_SHARE ? name : undefined
  })
}
