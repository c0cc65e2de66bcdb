import { queryOptions } from '@tanstack/react-query'
import type { OwnProfile, profileBody } from '@samtur/contract/profiles'
import type { z } from 'zod'
import { pictureUpload } from '@samtur/contract/uploads'
import { api, ApiError, apiUrl } from '#lib/api'
import { queryClient } from '#lib/query-client'
import { refreshSession, setOwnProfile } from '#lib/session'
import { upload } from '#lib/upload'

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['profiles', id],
    queryFn: ({ signal }) => api.profiles.get({ params: { id } }, { signal }),
  })

/** Name and picture stand beside rides, ratings and messages too: what has been loaded is old now. */
function changed(profile: OwnProfile) {
  setOwnProfile(profile)
  void queryClient.invalidateQueries()
}

export async function updateProfile(body: z.input<typeof profileBody>) {
  changed(await api.profiles.update({ body }))
}

export async function removePicture() {
  changed(await api.profiles.removePicture())
}

/** `onProgress` gets the share that has been sent, 0 to 1. */
export async function uploadPicture(file: Blob, onProgress: (share: number) => void, signal: AbortSignal) {
  try {
    const { method, path } = pictureUpload
    const sent = { method, url: apiUrl(path), file, name: 'picture.jpg', onProgress, signal }
    changed(await upload<OwnProfile>(sent))
  } catch (error) {
    // The person has signed out or closed the account elsewhere.
    if (error instanceof ApiError && [401, 403].includes(error.status)) void refreshSession()
    throw error
  }
}
