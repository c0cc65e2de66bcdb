import { isErrorCode } from '@samtur/contract/errors'
import { ridePath } from '@samtur/contract/paths'
import type { SeriesOutcome } from '@samtur/contract/series'
import { ApiError } from '#lib/api'
import { useErrorText } from '#lib/error-text'
import { useFieldText } from '#lib/field-text'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { TextLink } from '#ui/link'

/** Which rides of a series stayed as they were, and why. */
export function RefusedRides({ outcome: { changed, refused } }: { outcome: SeriesOutcome }) {
  const t = useT()
  const format = useFormat()
  const reason = useReason()
  return (
    <div className="flex flex-col gap-3" role="status">
      <p>{t('manage.outcome', { changed: changed.length, refused: refused.length })}</p>
      <ul className="flex flex-col gap-2">
        {refused.map(({ id, departure_time, code }) => (
          <li key={id} className="border-t border-line pt-2">
            <TextLink to={ridePath(id)}>{format.dateTime(departure_time)}</TextLink>
            <p className="text-sm text-soft">{reason(code)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A code of an error or of a field: a ride of a series can be refused with either. */
function useReason() {
  const errorText = useErrorText()
  const fieldText = useFieldText()
  return (code: string) =>
    isErrorCode(code) ? errorText(new ApiError(409, code)) : fieldText(code as Parameters<typeof fieldText>[0])
}
