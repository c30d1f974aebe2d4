/** As many as may follow a letter in the Stream-Safe Text Format (UAX #15 §13), so that none of any script is lost. */
const MORE_MARKS = /(\p{M}{30})\p{M}+/gu
/** No mark stands before these characters, and most texts have none of them. */
const MAY_BE_MARK = /[\u0300-\uffff]/

/**
 * A text without the marks that pile up on one letter beyond any writing: the time to normalise a text grows with the
 * square of their number. Takes linear time itself.
 */
export function limitMarks(text: string): string {
  return MAY_BE_MARK.test(text) ? text.replace(MORE_MARKS, '$1') : text
}
