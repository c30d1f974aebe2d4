/** A command was given arguments that it does not take; the message names what it takes. */
export class UsageError extends Error {}
