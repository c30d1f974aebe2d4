/** The word for a number of things in a language that has one form for 1 and another for all else. */
export const plural = (count: number, singular: string, several: string): string =>
  count === 1 ? singular : several
