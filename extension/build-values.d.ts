/** Defined by the build. */
declare const CLIENT_ID: string
/** The service in use until another one is chosen. */
declare const DEFAULT_ADDRESS: string
/** Whether the browser reads suggestions of the address bar as XML. */
declare const OMNIBOX_TAKES_XML: boolean
declare const BADGE_COLOURS: { done: string; trouble: string }
