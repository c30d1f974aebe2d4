/** What people are told if a remote library can't be read. */
export const REMOTE_FAILURES = {
  wrongToken: 'The server doesn’t accept this token. Create a new one there and copy all of it.',
  wrongLogin:
    'The server doesn’t accept these. Check the client ID, the client secret, the user name and the password.',
  notSuchServer: (title: string) =>
    `There is no ${title} at this address. Enter the address that you open ${title} with.`,
  redirected: (origin: string) =>
    `The server sends on to another address, ${origin.slice(0, 100)}. If that is yours, enter it instead.`,
  refused:
    'This service may not connect to this address. Servers on a private network can’t be read; export a file there and upload it.',
  unreachable: (reason: string) => `The server can’t be reached. ${reason}`,
  busy: (title: string, status: number) => `${title} couldn’t answer (${status}). Try again later.`,
  tooLarge: 'The server’s answer is too large to read. Export a file there and upload it.',
  tooMany: (max: string) => `Only the first ${max} links were read.`,
  repeats: 'The server sent the same links again and again, so these are not all of them.',
  tooLong: 'Reading takes longer than an hour. What was read is kept; go on when you like.',
  failed: 'What was read could not be stored. Go on when you like.',
  stopped: 'Reading stopped when this service was restarted.',
}
