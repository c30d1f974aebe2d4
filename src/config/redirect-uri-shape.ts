/** The characters of RFC 3986 without `#`: a redirect URI has no fragment (RFC 6749 §3.1.2). */
const URI_CHARACTERS = /^[\w\-.~:/?[\]@!$&'()*+,;=%]+$/
const WEB = /^https:\/\/([a-z0-9.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?([/?]|$)/i
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?]|$)/
const LOCALHOST = /^http:\/\/localhost(:\d{1,5})?([/?]|$)/i
/** Private-use schemes: a reversed domain name (RFC 8252 §7.1), or a scheme followed by a host. */
const REVERSE_DOMAIN_SCHEME = /^[a-z][a-z0-9-]*(\.[a-z0-9-]+)+:\//i
const SCHEME_WITH_HOST = /^[a-z][a-z0-9-]*:\/\/[a-z0-9][a-z0-9.-]*(:\d{1,5})?([/?]|$)/i
/** Schemes that browsers, operating systems or common programs handle themselves. */
const RESERVED_SCHEMES = new Set(
  `http https ws wss ftp ftps sftp file data blob javascript vbscript livescript mocha about view-source feed feeds
   filesystem jar intent android-app ios-app content mailto tel sms smsto mms callto facetime facetime-audio sip sips
   xmpp irc ircs news nntp snews gopher telnet ssh git svn rsync smb nfs cifs afp dav davs ldap ldaps rtsp rtmp geo
   magnet market bitcoin webcal urn cid mid resource wyciwyg res mk hcp help shell search search-ms applescript prefs
   edge opera brave vivaldi devtools safari-web-extension`.split(/\s+/),
)
const RESERVED_SCHEME_PREFIXES = /^(ms|chrome|moz|itms|x-apple)(-|:)|^itms[a-z-]*:/i
/** Parameters of the authorization response; a redirect URI must not contain them already. */
const RESPONSE_PARAMETERS = ['code', 'state', 'iss', 'error', 'error_description', 'error_uri']

/** Whether it is an absolute URI without a fragment. */
export function isAbsoluteUri(uri: string): boolean {
  return URI_CHARACTERS.test(uri) && URL.canParse(uri)
}

/** Whether it is https with a host. */
export function isWebUri(uri: string): boolean {
  return WEB.test(uri)
}

/** Whether it is http on a loopback literal (RFC 8252 §7.3). */
export function isLoopbackUri(uri: string): boolean {
  return LOOPBACK.test(uri)
}

/** Whether it is http on `localhost`. */
export function isLocalhostUri(uri: string): boolean {
  return LOCALHOST.test(uri)
}

/** The first response parameter that an absolute URI contains. */
export function reservedParameterIn(uri: string): string | undefined {
  const query = new URL(uri).searchParams
  return RESPONSE_PARAMETERS.find((name) => query.has(name))
}

/** Whether the operator or owner may allow it as an extra redirect URI. */
export function isExtraRedirectUri(uri: string): boolean {
  if (!isAbsoluteUri(uri) || /['*@]/.test(uri) || reservedParameterIn(uri) !== undefined) return false
  return isWebUri(uri) || isLoopbackUri(uri) || isLocalhostUri(uri) || isPrivateUseUri(uri)
}

function isPrivateUseUri(uri: string): boolean {
  const scheme = uri.slice(0, uri.indexOf(':')).toLowerCase()
  if (RESERVED_SCHEMES.has(scheme) || RESERVED_SCHEME_PREFIXES.test(uri)) return false
  return REVERSE_DOMAIN_SCHEME.test(uri) || SCHEME_WITH_HOST.test(uri)
}
