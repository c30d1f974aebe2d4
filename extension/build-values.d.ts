/** Defined by the build. */
declare const CLIENT_ID: string
/** The service in use until another one is chosen. */
declare const DEFAULT_ADDRESS: string
declare const BADGE_COLOURS: { done: string; trouble: string }
