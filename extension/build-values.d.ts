/** Put in by the build. */
declare const CLIENT_ID: string
/** The service that is used until another one is chosen. */
declare const DEFAULT_ADDRESS: string
declare const BADGE_COLOURS: { done: string; trouble: string }
