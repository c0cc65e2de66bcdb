/** The server's routes for accounts outside the contract. Their errors have our one error body. */
import { ApiError, request } from './http.ts'
import { refreshSession } from './session.ts'

/** Sends it under `/api/auth/`. Whoever turns out to be signed out is seen to be so everywhere. */
export async function callAuth<Answer = unknown>(path: string, body: object = {}): Promise<Answer> {
  try {
    return (await request({ method: 'POST', url: `/api/auth/${path}`, body })) as Answer
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') void refreshSession()
    throw error
  }
}
