/**
 * Bad, unusual and odd input, one row each: the request and the expected response. The rows are in the files beside this one; their ids are
 * those of the catalogue of bad input.
 */
import { randomUUID } from 'node:crypto'
import type { FieldCode } from '@samtur/contract/errors'
import { password, type TestResponse, type CallOptions, type TestApp } from '../app.ts'
import type { TestPerson } from '../sessions.ts'

export interface Dataset {
  t: TestApp
  driver: TestPerson
  passenger: TestPerson
  admin: TestPerson
  /** Another person's ride with four free seats. */
  rideId: string
  /** The passenger's request on another ride of the driver. */
  pending: string
  /** The passenger's accepted reservation on a departed ride, which can be rated. */
  departed: string
  /** The passenger's conversation with the driver. */
  chatId: string
}

export interface Expected {
  status: number
  /** Expected parts of the body. */
  body?: object
  /** All wrong fields. */
  fields?: Record<string, FieldCode>
}

export type Sent = CallOptions & { method: string; path: string }

export interface Case {
  id: string
  about: string
  send(dataset: Dataset): Sent
  expected: Expected
  /** Checks what the response alone does not show. */
  also?(answer: TestResponse, dataset: Dataset): Promise<void> | void
}

export const ok = (body: object = {}, status = 201): Expected => ({ status, body })
export const wrong = (field: string, code: FieldCode): Expected => ({
  status: 422,
  body: { code: 'validation' },
  fields: { [field]: code },
})
export const refused = (status: number, code: string): Expected => ({ status, body: { code } })

type Row = [id: string, about: string, input: unknown, expected: Expected]
export const rows = (make: (input: never, dataset: Dataset) => Sent, list: Row[]): Case[] =>
  list.map(([id, about, input, expected]) => ({
    id,
    about,
    expected,
    send: (dataset) => make(input as never, dataset),
  }))

export const one = (
  id: string,
  about: string,
  send: (dataset: Dataset) => Sent,
  expected: Expected,
  also?: Case['also'],
): Case => ({ id, about, send, expected, ...(also && { also }) })

export const auth = (path: string, body: unknown, headers?: Record<string, string>): Sent => ({
  method: 'POST',
  path: `/api/auth/${path}`,
  body,
  ...(headers && { headers }),
})
export const person = { name: 'Ola Nordmann', password, terms_accepted: true }
export const signUp = (changes: object, headers?: Record<string, string>) =>
  auth('sign-up/email', { ...person, email: `${randomUUID()}@example.no`, ...changes }, headers)
