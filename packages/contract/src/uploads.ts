/** Endpoints that take a file instead of JSON: as the field `file` of a form (multipart/form-data), or as its bare bytes. */
import { picture } from './constants.ts'
import type { ErrorCode } from './errors.ts'

export interface UploadEndpoint {
  /** Slice and name, as in the contract. */
  name: `${string}.${string}`
  method: 'PUT' | 'POST'
  path: `/${string}`
  summary: string
  maxBytes: number
  /** The endpoint of the contract that has the same answer. */
  answersLike: { method: 'DELETE' | 'GET'; path: `/${string}` }
  errors: readonly ErrorCode[]
}

export const pictureUpload: UploadEndpoint = {
  name: 'profiles.setPicture',
  method: 'PUT',
  path: '/me/picture',
  summary: 'Set the own picture: JPEG, PNG, WebP, AVIF or GIF, stored as a square JPEG without metadata',
  maxBytes: picture.maxBytes,
  answersLike: { method: 'DELETE', path: '/me/picture' },
  errors: ['payload_too_large', 'unsupported_media_type', 'validation', 'rate_limited', 'storage_full', 'unavailable'],
}

export const uploads: readonly UploadEndpoint[] = [pictureUpload]
