/** The package brings no types of its own; these are of what the tests use. */
declare module 'simple-oauth2' {
  type AccessToken = {
    token: Record<string, unknown>
    refresh(): Promise<AccessToken>
    revokeAll(): Promise<void>
  }
  class AuthorizationCode {
    constructor(options: Record<string, Record<string, string>>)
    authorizeURL(parameters: Record<string, string>): string
    getToken(parameters: Record<string, string>): Promise<AccessToken>
  }
  const simpleOauth2: { AuthorizationCode: typeof AuthorizationCode }
  export default simpleOauth2
}
