import type { Config } from '../config/config.ts'
import { PATHS } from '../config/paths.ts'
import {
  CHALLENGE_METHOD,
  CLIENT_AUTH_METHOD,
  GRANT_TYPES,
  RESPONSE_MODE,
  RESPONSE_TYPE,
  SCOPE,
} from './protocol.ts'

type MetadataConfig = Pick<Config, 'baseUrl' | 'clientMetadataDocuments'>

/** Authorization server metadata (RFC 8414) with the `agent_auth` block. */
export function serverMetadata({ baseUrl, clientMetadataDocuments }: MetadataConfig) {
  const endpoints = {
    authorization_endpoint: baseUrl + PATHS.authorize,
    token_endpoint: baseUrl + PATHS.token,
    registration_endpoint: baseUrl + PATHS.register,
    revocation_endpoint: baseUrl + PATHS.revoke,
  }
  return {
    issuer: baseUrl,
    ...endpoints,
    scopes_supported: [SCOPE],
    response_types_supported: [RESPONSE_TYPE],
    response_modes_supported: [RESPONSE_MODE],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: [CLIENT_AUTH_METHOD],
    revocation_endpoint_auth_methods_supported: [CLIENT_AUTH_METHOD],
    code_challenge_methods_supported: [CHALLENGE_METHOD],
    authorization_response_iss_parameter_supported: true,
    ...(clientMetadataDocuments && { client_id_metadata_document_supported: true }),
    service_documentation: baseUrl + PATHS.authGuide,
    protected_resources: [baseUrl, baseUrl + PATHS.mcp, baseUrl + PATHS.queue],
    agent_auth: {
      skill: baseUrl + PATHS.authGuide,
      register_uri: endpoints.registration_endpoint,
      credential_types_supported: ['access_token'],
      registration_methods: [
        {
          type: 'oauth2_authorization_code_pkce',
          description:
            'Register a public client, then have the user authorize it with OAuth 2.0 Authorization Code and PKCE (S256).',
          ...endpoints,
          grant_types: GRANT_TYPES,
          code_challenge_method: CHALLENGE_METHOD,
          token_endpoint_auth_method: CLIENT_AUTH_METHOD,
          redirect_uri_schemes: ['https', 'http-loopback'],
          scope: SCOPE,
          resource: baseUrl + PATHS.mcp,
          user_authorization_required: true,
        },
      ],
    },
  }
}

/** Protected resource metadata (RFC 9728) for `path`. */
export function resourceMetadata(
  baseUrl: string,
  path: '' | typeof PATHS.mcp | typeof PATHS.readOnlyMcp | typeof PATHS.queue,
) {
  return {
    resource: baseUrl + path,
    authorization_servers: [baseUrl],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Reading Queue',
    resource_documentation: baseUrl + PATHS.authGuide,
  }
}
