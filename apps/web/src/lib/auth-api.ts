/** Calls the server's account routes outside the contract. Their errors have our error body. */
import { ApiError, request } from './http.ts'
import { refreshSession } from './session.ts'

/** Posts to `/api/auth/`. A response without a session signs the person out in every tab. */
export async function callAuth<Answer = unknown>(path: string, body: object = {}): Promise<Answer> {
  try {
    return (await request({ method: 'POST', url: `/api/auth/${path}`, body })) as Answer
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') void refreshSession()
    throw error
  }
}
