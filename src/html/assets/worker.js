// The service worker of devices that keep articles: it answers from what is kept where the service can't be reached.
/* global RELEASE -- the server writes it above. */
import {
  ASSETS,
  MATCH_OPTIONS,
  LIST_PATH,
  NETWORK_TIMEOUT,
  UNREACHED_PATH,
  askState,
  deleteCopies,
  keptAccount,
  keptPath,
  matchPage,
} from './offline-store.js'
import { sendOutbox } from './outbox.js'

/** Where a page of ours in place of an answer would only be in the way. */
const OTHERS =
  /^\/(?:oauth|mcp|account|agents|login|signup|forgot|reset|connect|extension|healthz|readyz|\.well-known)(?:\/|$)/
const ITEM = /^\/(?:queue|offline)\/items\/([\w-]+)$/
const IMAGE_PATH = /^\/queue\/items\/[\w-]+\/images\//

const install = async () => {
  const cache = await caches.open(ASSETS)
  for (const path of RELEASE.assets) if (!(await cache.match(path, MATCH_OPTIONS))) await cache.add(path)
  // It has no part in what is on a page, and the files that a kept page loads stay.
  await self.skipWaiting()
}
addEventListener('install', (event) => {
  event.waitUntil(install())
})
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const offlinePathFor = (path) => {
  const item = ITEM.exec(path)
  if (item) return keptPath(item[1])
  return path === '/queue' || path === '/save' || path === LIST_PATH ? LIST_PATH : undefined
}

/** The kept page for a path, or the sentence that there is none. */
const keptPage = async (account, path) => {
  const wanted = offlinePathFor(path)
  return (wanted && (await matchPage(account, wanted))) || matchPage(account, UNREACHED_PATH)
}

/** An answer that leads elsewhere may say that the session has ended. */
const checkSession = async (account, response) => {
  if (response.type !== 'opaqueredirect') return
  const state = await askState()
  if (state?.isEnded) await deleteCopies(account)
}

const answer = async (event, path) => {
  const account = await keptAccount()
  const network = fetch(event.request)
  if (account === undefined) return network
  const instead = async (error) => {
    const page = await keptPage(account, path)
    if (page) return page
    throw error
  }
  event.waitUntil(network.then((response) => checkSession(account, response)).catch(() => {}))
  const wanted = offlinePathFor(path)
  const isKept = wanted && (await matchPage(account, wanted))
  if (!isKept) return network.catch(instead)
  const timeout = new Promise((resolve) => {
    setTimeout(resolve, NETWORK_TIMEOUT)
  })
  return Promise.race([network.catch(instead), timeout.then(() => keptPage(account, path))])
}

const keptOr = async (request) => (await caches.match(request, MATCH_OPTIONS)) ?? fetch(request)

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/') || IMAGE_PATH.test(pathname)) event.respondWith(keptOr(request))
  else if (request.mode === 'navigate' && !OTHERS.test(pathname)) event.respondWith(answer(event, pathname))
})

/** Throws where something waits still: the browser tries again then. */
const sendInBackground = async () => {
  const account = await keptAccount()
  const problem = account && (await sendOutbox(account))
  if (problem === 'unreached' || problem === 'busy') throw new Error(problem)
}

addEventListener('sync', (event) => {
  if (event.tag === 'outbox') event.waitUntil(sendInBackground())
})
