/** The allowed values of EXTRA_REDIRECT_URIS, for error messages. */
export const REDIRECT_URIS_HINT =
  'it takes exact redirect URIs (https, http on this computer, or a program’s own scheme such as app://host/path), or http://localhost for any port'

/** Splits a whitespace-separated list and removes duplicates. */
export function splitRedirectUris(text: string): string[] {
  return [...new Set(text.split(/\s+/).filter(Boolean))]
}
