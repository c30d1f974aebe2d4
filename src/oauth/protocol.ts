/** Protocol constants shared by the discovery documents, which advertise them, and the endpoints, which validate them. */
export const SCOPE = 'queue'
export const RESPONSE_TYPE = 'code'
export const RESPONSE_MODE = 'query'
export const CHALLENGE_METHOD = 'S256'
export const CLIENT_AUTH_METHOD = 'none'
export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
