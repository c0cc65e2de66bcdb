/** Endpoints that accept a file instead of JSON: as the field `file` of a form (multipart/form-data), or as its bare bytes. */
import { chatImage, imageTypes, picture } from './constants.ts'
import type { ErrorCode } from './errors.ts'

export interface UploadEndpoint {
  /** Slice and name, as in the contract. */
  name: `${string}.${string}`
  method: 'PUT' | 'POST'
  path: `/${string}`
  summary: string
  maxBytes: number
  /** The endpoint of the contract with the same response. */
  respondsLike: { method: 'DELETE' | 'GET' | 'POST'; path: `/${string}` }
  status?: 201
  /** Names of query parameters with their descriptions. */
  query?: Readonly<Record<string, string>>
  errors: readonly ErrorCode[]
}

const kinds = imageTypes.join(', ')

export const pictureUpload: UploadEndpoint = {
  name: 'profiles.setPicture',
  method: 'PUT',
  path: '/me/picture',
  summary: `Set the own picture: ${kinds}, stored as a square JPEG without metadata`,
  maxBytes: picture.maxBytes,
  respondsLike: { method: 'DELETE', path: '/me/picture' },
  errors: ['payload_too_large', 'unsupported_media_type', 'validation', 'rate_limited', 'storage_full', 'unavailable'],
}

export const chatImageUpload: UploadEndpoint = {
  name: 'chat.sendImage',
  method: 'POST',
  path: '/chats/{id}/images',
  summary: `Send an image: ${kinds}, stored as a JPEG without metadata`,
  maxBytes: chatImage.maxBytes,
  respondsLike: { method: 'POST', path: '/chats/{id}/messages' },
  status: 201,
  query: {
    client_id: 'A UUID of the sender’s choosing; sending it again stores nothing new and returns the first message',
  },
  errors: [
    'forbidden',
    'not_found',
    'message_refused',
    'payload_too_large',
    'unsupported_media_type',
    'validation',
    'rate_limited',
    'storage_full',
    'unavailable',
  ],
}

export const uploads: readonly UploadEndpoint[] = [pictureUpload, chatImageUpload]

/** The address of an image in a conversation, for both members, and for an administrator as part of a report. */
export const chatImageUrl = (key: string) => `/files/chat-images/${key}`
