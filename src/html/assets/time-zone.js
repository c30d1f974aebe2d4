// Tells the service the browser's time zone, in which it then shows times and days. Until then, these are in UTC.

const { zone } = document.querySelector('[data-zone]').dataset
const own = Intl.DateTimeFormat().resolvedOptions().timeZone
const YEAR_SECONDS = 31536000

if (own && own !== zone && sessionStorage.getItem('time-zone') !== own) {
  // Once only: where the service does not know the zone, the page stays in UTC.
  sessionStorage.setItem('time-zone', own)
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `rq_time_zone=${encodeURIComponent(own)}; Path=/; SameSite=Lax; Max-Age=${YEAR_SECONDS}${secure}`
  if (own !== (zone || 'UTC')) location.reload()
}
