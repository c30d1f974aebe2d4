/** The pages of a signed-in person that the menu or another page links to. */
export const PAGE_PATHS = [
  '/queue',
  '/queue/searches',
  '/tags',
  '/agents',
  '/history',
  '/stats',
  '/highlights',
  '/account',
  '/import',
  '/connect',
  '/share',
]
