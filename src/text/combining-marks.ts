/** The limit of the Stream-Safe Text Format (UAX #15 §13), which no real script exceeds. */
const MORE_MARKS = /(\p{M}{30})\p{M}+/gu
/** All combining marks are in this range, and most texts have no character in it. */
const MAY_BE_MARK = /[\u0300-\uffff]/

/**
 * Removes excessive combining marks, since the time to normalise a text grows with the square of their number. Takes
 * linear time.
 */
export function limitMarks(text: string): string {
  return MAY_BE_MARK.test(text) ? text.replace(MORE_MARKS, '$1') : text
}
