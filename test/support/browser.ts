/** A browser without script: cookies, redirects and forms, and nothing else. */
export type SimpleBrowser = {
  /** Opens a page, following redirects within the service. */
  open(path: string, headers?: Record<string, string>): Promise<Page>
  /** Sends a form of a page as it stands, with some fields filled in. */
  submit(page: Page, fields: Record<string, string | string[]>, options?: SubmitOptions): Promise<Page>
  cookies: Map<string, string>
}

type SubmitOptions = {
  /** Which form, by its action; the first without. */
  action?: string
  headers?: Record<string, string>
}

export type Page = {
  url: string
  status: number
  headers: Headers
  text: string
  forms: Form[]
}

export type Form = {
  action: string
  method: string
  fields: Record<string, string>
  /** Names of the boxes and buttons that stand elsewhere on the page, or say what is to be done. */
  choices?: Set<string>
}

export function createBrowser(baseUrl: string): SimpleBrowser {
  const cookies = new Map<string, string>()

  async function request(
    url: string,
    init: RequestInit & { headers: Record<string, string> },
  ): Promise<Page> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { accept: 'text/html', ...(cookie ? { cookie } : {}), ...init.headers }
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    const location = response.headers.get('location')
    const isRedirect = response.status >= 300 && response.status < 400 && location !== null
    if (isRedirect && new URL(location, url).origin === baseUrl) {
      const language = init.headers['accept-language']
      const kept = language === undefined ? {} : { 'accept-language': language }
      return request(new URL(location, url).href, { method: 'GET', headers: kept })
    }
    const text = await response.text()
    return { url, status: response.status, headers: response.headers, text, forms: readForms(text) }
  }

  return {
    cookies,
    open: (path, headers = {}) => request(new URL(path, baseUrl).href, { method: 'GET', headers }),
    submit(page, fields, { action, headers = {} } = {}) {
      const form = page.forms.find((form) => action === undefined || form.action === action)
      if (!form) throw new Error(`There is no form ${action ?? ''} on ${page.url}:\n${page.text}`)
      return request(new URL(form.action, page.url).href, {
        method: 'POST',
        body: encode({ ...form.fields, ...fields }),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
    },
  }
}

/** A field with several values is sent once for each. */
function encode(fields: Record<string, string | string[]>): string {
  const pairs = Object.entries(fields).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value]),
  )
  return new URLSearchParams(pairs).toString()
}

function keepCookie(cookies: Map<string, string>, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
  const separator = pair.indexOf('=')
  const name = pair.slice(0, separator)
  if (attributes.some((attribute) => /^max-age=0$/i.test(attribute))) cookies.delete(name)
  else cookies.set(name, pair.slice(separator + 1))
}

/** The forms of a page with the fields they hold as they stand, and once more for each button that sends one elsewhere. */
function readForms(text: string): Form[] {
  const forms = formElements(text)
  const elsewhere = [...text.matchAll(/<button\b([^>]*)>/gs)].flatMap(({ index, 1: tag = '' }) => {
    const named = attribute(tag, 'form')
    const form = forms.find(({ id, start, end }) =>
      named === undefined ? start < index && index < end : id === named,
    )
    const action = attribute(tag, 'formaction')
    return form && action !== undefined ? [{ ...form, action }] : []
  })
  return [...forms, ...elsewhere]
}

function formElements(text: string): (Form & { id: string | undefined; start: number; end: number })[] {
  return [...text.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map((match) => {
    const { index: start, 0: whole, 1: attributes = '', 2: content = '' } = match
    const fields: Record<string, string> = {}
    for (const [, input = ''] of content.matchAll(/<input\b([^>]*)>/gs)) {
      const name = attribute(input, 'name')
      const isChoice = ['checkbox', 'radio'].includes(attribute(input, 'type') ?? '')
      const isUnchecked = isChoice && !/\schecked\b/.test(input)
      const isOfOther = attribute(input, 'form') !== undefined
      if (name !== undefined && !isUnchecked && !isOfOther) fields[name] = attribute(input, 'value') ?? ''
    }
    for (const [, area = '', value = ''] of content.matchAll(/<textarea\b([^>]*)>(.*?)<\/textarea>/gs)) {
      const name = attribute(area, 'name')
      if (name !== undefined) fields[name] = unescapeHtml(value)
    }
    const id = attribute(attributes, 'id')
    return {
      id,
      start,
      end: start + whole.length,
      action: attribute(attributes, 'action') ?? '',
      method: attribute(attributes, 'method') ?? 'get',
      fields,
      choices: choicesOf(text, content, id),
    }
  })
}

function choicesOf(text: string, content: string, id: string | undefined): Set<string> {
  const buttons = [...content.matchAll(/<button\b([^>]*)>/gs)].map(([, tag = '']) => tag)
  const elsewhere = [...text.matchAll(/<(?:input|button)\b([^>]*)>/gs)]
    .map(([, tag = '']) => tag)
    .filter((tag) => id !== undefined && attribute(tag, 'form') === id)
  const own = buttons.filter((tag) => attribute(tag, 'form') === undefined)
  return new Set([...own, ...elsewhere].flatMap((tag) => attribute(tag, 'name') ?? []))
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(tag)
  return found ? unescapeHtml(found[1]!) : undefined
}

export function unescapeHtml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** The notice at the top of a page; empty if there is none. */
export function noticeOf({ text }: Page): string {
  return /class="notice[^>]*>\s*<p[^>]*>([^<]*)</.exec(text)?.[1] ?? ''
}
