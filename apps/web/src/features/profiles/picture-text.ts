import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { ImageError, type ImageProblem } from '#lib/images'
import { useT } from '#lib/i18n'
import type { PictureProblem } from './model.ts'

/** What was wrong with a picture, in words. */
export function usePictureText() {
  const t = useT()
  const errorText = useErrorText()
  const fieldText = useFieldText()
  const problems: Record<PictureProblem, string> = {
    not_image: t('profiles.picture_not_image'),
    too_big: t('profiles.picture_too_big'),
  }
  const reasons: Record<ImageProblem, string> = {
    unreadable: t('profiles.picture_unreadable'),
    no_canvas: t('profiles.picture_no_canvas'),
    not_compressed: t('profiles.picture_not_compressed'),
  }
  const reasonText = (error: unknown) => {
    if (error instanceof ImageError) return reasons[error.problem]
    if (!(error instanceof ApiError)) return errorText(error)
    if (error.code === 'payload_too_large') return problems.too_big
    if (error.code === 'unsupported_media_type') return problems.not_image
    const code = error.fields?.['file']
    if (code === 'invalid' || code === 'required') return reasons.unreadable
    return code ? fieldText(code) : errorText(error)
  }
  return { problemText: (problem: PictureProblem) => problems[problem], reasonText }
}
