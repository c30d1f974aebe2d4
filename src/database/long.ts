/** Stands in a query that may take long; SQLite runs it in a thread of its own. */
export const LONG = '/* long */'
