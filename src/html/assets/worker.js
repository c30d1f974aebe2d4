// The service worker of devices that keep articles: it answers from what is kept where the service can't be reached.
/* global RELEASE -- the server writes it above. */
import {
  ASSETS,
  KEPT,
  LIST_PATH,
  PATIENCE,
  UNREACHED_PATH,
  askState,
  endKept,
  keptAccount,
  keptPath,
  matchPage,
} from './kept.js'
import { sendActs } from './outbox.js'

/** Where a page of ours in place of an answer would only be in the way. */
const OTHERS =
  /^\/(?:oauth|mcp|account|agents|login|signup|forgot|reset|connect|extension|healthz|readyz|\.well-known)(?:\/|$)/
const ITEM = /^\/(?:queue|offline)\/items\/([\w-]+)$/
const IMAGE_PATH = /^\/queue\/items\/[\w-]+\/images\//

const install = async () => {
  const cache = await caches.open(ASSETS)
  for (const path of RELEASE.assets) if (!(await cache.match(path, KEPT))) await cache.add(path)
  // It has no part in what is on a page, and the files that a kept page loads stay.
  await self.skipWaiting()
}
addEventListener('install', (event) => {
  event.waitUntil(install())
})
addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const pathToKeep = (path) => {
  const item = ITEM.exec(path)
  if (item) return keptPath(item[1])
  return path === '/queue' || path === '/save' || path === LIST_PATH ? LIST_PATH : undefined
}

/** The kept page for a path, or the sentence that there is none. */
const keptPage = async (account, path) => {
  const wanted = pathToKeep(path)
  return (wanted && (await matchPage(account, wanted))) || matchPage(account, UNREACHED_PATH)
}

/** An answer that leads elsewhere may say that the session has ended. */
const checkSession = async (account, response) => {
  if (response.type !== 'opaqueredirect') return
  const state = await askState()
  if (state?.isEnded) await endKept(account)
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
  const wanted = pathToKeep(path)
  const isKept = wanted && (await matchPage(account, wanted))
  if (!isKept) return network.catch(instead)
  const patience = new Promise((resolve) => {
    setTimeout(resolve, PATIENCE)
  })
  return Promise.race([network.catch(instead), patience.then(() => keptPage(account, path))])
}

const keptOr = async (request) => (await caches.match(request, KEPT)) ?? fetch(request)

addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname.startsWith('/assets/') || IMAGE_PATH.test(pathname)) event.respondWith(keptOr(request))
  else if (request.mode === 'navigate' && !OTHERS.test(pathname)) event.respondWith(answer(event, pathname))
})

addEventListener('sync', (event) => {
  if (event.tag !== 'outbox') return
  event.waitUntil(keptAccount().then((account) => account && sendActs(account)))
})
