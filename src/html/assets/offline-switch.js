// Whether this device keeps articles, of which account, and the worker that it needs for it.
import { deleteAllExcept, pagesOf, writeDeviceState } from './offline-store.js'

const COOKIE = 'rq_offline'
const YEAR_SECONDS = 31_536_000

/** The account that this device keeps articles of. The cookie outlives what a browser deletes to make room, and so tells that it did. */
export const switchedOnBy = () =>
  document.cookie
    .split('; ')
    .find((one) => one.startsWith(`${COOKIE}=`))
    ?.slice(COOKIE.length + 1)
const setCookie = (value, age) => {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${COOKIE}=${value}; Path=/; SameSite=Lax; Max-Age=${age}${secure}`
}

/** Some browsers keep a cookie of a script for a week only. */
export const renewCookie = (account) => setCookie(account, YEAR_SECONDS)

/** Where Trusted Types are known, only they may name a script. */
export const registerWorker = () => {
  const address = '/sw.js'
  const policy = globalThis.trustedTypes?.createPolicy('worker', { createScriptURL: () => address })
  return navigator.serviceWorker.register(policy?.createScriptURL('') ?? address)
}

/** `words` are those of pages that have none of their own. */
export const switchOn = async (account, choice, words) => {
  await deleteAllExcept(account)
  await pagesOf(account)
  await writeDeviceState(account, 'choice', choice)
  await writeDeviceState(account, 'words', words)
  await writeDeviceState(account, 'keptAt', 0)
  renewCookie(account)
  await registerWorker()
}

export const switchOff = async () => {
  setCookie('', 0)
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
  await deleteAllExcept()
}
