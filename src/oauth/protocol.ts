/** What is advertised and what is validated: the discovery documents and the endpoints read these alike. */
export const SCOPE = 'queue'
export const RESPONSE_TYPE = 'code'
export const RESPONSE_MODE = 'query'
export const CHALLENGE_METHOD = 'S256'
export const CLIENT_AUTH_METHOD = 'none'
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
