/** Uploads pictures to a server, and reads what it stored. */
import sharp from 'sharp'
import type { TestResponse } from '../app.ts'

export interface Sending {
  url: string
  /** A conversation's images, with the query; the own picture by default. */
  to?: `/chats/${string}`
  as?: { cookie: string }
  bytes: Uint8Array
  type?: string
}

/** Sends the bare bytes; `sendForm` sends them as a form. */
export const sendPicture = ({ bytes, type = 'image/jpeg', ...sending }: Sending) =>
  send(sending, { body: Buffer.from(bytes), headers: { 'content-type': type } })

export function sendForm({ bytes, type = 'image/jpeg', ...sending }: Sending, field = 'file') {
  const form = new FormData()
  form.append(field, new Blob([Buffer.from(bytes)], { type }), 'bilde.jpg')
  return send(sending, { body: form, headers: {} })
}

async function send(
  { url, to, as }: Omit<Sending, 'bytes' | 'type'>,
  { body, headers }: { body: Buffer<ArrayBuffer> | FormData; headers: Record<string, string> },
): Promise<TestResponse> {
  const method = to ? 'POST' : 'PUT'
  const response = await fetch(`${url}/api/v1${to ?? '/me/picture'}`, {
    method,
    body,
    headers: { ...headers, ...as, 'sec-fetch-site': 'same-origin' },
  })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text), headers: response.headers, text }
}

/** Returns a plain good picture. */
export const goodPicture = (background = '#27a', width = 60, height = 60) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()
