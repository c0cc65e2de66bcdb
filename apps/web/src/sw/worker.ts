/** The service worker: push messages, and the app without a network (docs/flows.md, "Offline"). */
import build from 'virtual:build'
import { openFrom, resubscribe, show } from './push.ts'
import { handlingOf, textFor } from './rules.ts'
import { assetResponse, navigationResponse, keepRest, keepShell, takeOver } from './shell.ts'

declare const self: ServiceWorkerGlobalScope

/** Browsers do not agree on its fields. */
type SubscriptionChange = ExtendableEvent & { newSubscription?: PushSubscription | null }

self.addEventListener('install', (event) => {
  // Pages come from the server while it can be reached, so the worker need not wait.
  void self.skipWaiting()
  event.waitUntil(keepShell())
})

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

self.addEventListener('fetch', (event) => {
  const handling = handlingOf(event.request, self.location.origin)
  if (handling === 'asset') event.respondWith(assetResponse(event.request))
  if (handling === 'navigation') event.respondWith(navigationResponse(event))
})

self.addEventListener('message', (event) => {
  const { keep } = event.data as { keep?: Parameters<typeof keepRest>[0] }
  if (keep) event.waitUntil(keepRest(keep).catch(() => {}))
})

self.addEventListener('push', (event) => {
  event.waitUntil(show(event.data, textFor(navigator.languages, build.unreadable)))
})

self.addEventListener('pushsubscriptionchange', (event) => {
  // What fails here is noticed by the page with the settings.
  event.waitUntil(resubscribe((event as SubscriptionChange).newSubscription ?? null).catch(() => {}))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openFrom(event.notification))
})
