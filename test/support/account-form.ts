import { type RawResponse, rawRequest } from './raw-request.ts'
import { socketOf } from './oauth.ts'
import type { TestService } from './service.ts'

/** A form of sign-in or sign-up as a browser got it: its token, and the cookie that belongs to it. */
export type AccountForm = { path: string; token: string; cookie: string; page: RawResponse }

export async function openAccountForm(
  service: TestService,
  path: string,
  headers: Record<string, string> = {},
): Promise<AccountForm> {
  const page = await rawRequest(socketOf(service), path, {
    headers: { host: new URL(service.baseUrl).host, ...headers },
  })
  const token = /name="form_token" value="([^"]*)"/.exec(page.text)?.[1] ?? ''
  return { path, token, cookie: cookiesOf(page).join('; '), page }
}

export function sendAccountForm(
  service: TestService,
  { path, token, cookie }: AccountForm,
  { fields, headers = {} }: { fields: Record<string, string>; headers?: Record<string, string> },
): Promise<RawResponse> {
  return rawRequest(socketOf(service), path, {
    method: 'POST',
    headers: {
      host: new URL(service.baseUrl).host,
      'content-type': 'application/x-www-form-urlencoded',
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    body: new URLSearchParams({ form_token: token, ...fields }).toString(),
  })
}

/** The lines of Set-Cookie. */
export function setCookies({ headers }: RawResponse): string[] {
  return [headers['set-cookie'] ?? []].flat()
}

/** The cookies that an answer sets, as a Cookie header sends them back. */
export function cookiesOf(response: RawResponse): string[] {
  return setCookies(response)
    .filter((line) => !/; max-age=0\b/i.test(line))
    .map((line) => line.split(';')[0] ?? '')
}
