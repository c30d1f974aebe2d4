import { allWords } from '../words/words.ts'

type Week = { startsAt: number }

/** Each month's name below the first week that begins in it, where there is room for it up to the next one. */
export function monthLabels(weeks: Week[]): (string | undefined)[] {
  const months = weeks.map(({ startsAt }) => allWords.formats.month(startsAt))
  return months.map((name, index) => {
    const isFirst = name !== months[index - 1]
    const hasRoom = [1, 2, 3].every((weeks) => [name, undefined].includes(months[index + weeks]))
    const isLast = index === months.length - 1
    return isFirst && hasRoom && !isLast ? name : undefined
  })
}
