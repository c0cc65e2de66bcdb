/** Sending pictures to a server, and looking at what it made of them. */
import sharp from 'sharp'
import type { Answer } from '../app.ts'

export interface Sending {
  url: string
  as?: { cookie: string }
  bytes: Uint8Array
  type?: string
}

/** The bare bytes; `sendForm` sends them as a form. */
export const sendPicture = ({ url, as, bytes, type = 'image/jpeg' }: Sending) =>
  send(url, as, { body: Buffer.from(bytes), headers: { 'content-type': type } })

export function sendForm({ url, as, bytes, type = 'image/jpeg' }: Sending, field = 'file') {
  const form = new FormData()
  form.append(field, new Blob([Buffer.from(bytes)], { type }), 'bilde.jpg')
  return send(url, as, { body: form, headers: {} })
}

async function send(
  url: string,
  as: { cookie: string } | undefined,
  { body, headers }: { body: Buffer<ArrayBuffer> | FormData; headers: Record<string, string> },
): Promise<Answer> {
  const response = await fetch(`${url}/api/v1/me/picture`, { method: 'PUT', body, headers: { ...headers, ...as } })
  const text = await response.text()
  return { status: response.status, body: JSON.parse(text), headers: response.headers, text }
}

/** A plain good picture. */
export const goodPicture = (background = '#27a') =>
  sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .jpeg()
    .toBuffer()
