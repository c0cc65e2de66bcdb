import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { firstName } from '@samtur/contract/names'
import type { FollowLink, TodayTrip } from '@samtur/contract/travel'
import { useAction } from '#lib/forms/action'
import { useFieldErrors } from '#lib/forms/field-errors'
import { useSubmission } from '#lib/forms/submission'
import { useFormat } from '#lib/format'
import { useT } from '#lib/i18n'
import { Button } from '#ui/button'
import { Field } from '#ui/field'
import { TextInput } from '#ui/text-input'
import { useToast } from '#ui/toast'
import { isDriving } from './model.ts'
import { PositionSwitch } from './position-switch.tsx'
import { useShare, useUnshare } from './queries.ts'

/** Addresses with which others follow the trip. */
export function FollowSection({ trip }: { trip: TodayTrip }) {
  const t = useT()
  const { follow_links: links, companions } = trip
  const name = firstName(companions[0]?.person.full_name ?? '')
  return (
    <div className="flex flex-col gap-4">
      <p className="text-soft">{isDriving(trip) ? t('travel.share_text_driver') : t('travel.share_text', { name })}</p>
      {links.length > 0 && (
        <ul className="flex flex-col gap-4">
          {links.map((link, index) => (
            <li key={link.id}>
              <LinkRow link={link} number={index + 1} />
            </li>
          ))}
        </ul>
      )}
      {links.length > 0 && <PositionSwitch key={links.map(({ id }) => id).join()} ids={links.map(({ id }) => id)} />}
      <NewLink trip={trip} />
    </div>
  )
}

interface Values {
  email: string
}

function NewLink({ trip }: { trip: TodayTrip }) {
  const t = useT()
  const share = useShare()
  const form = useForm<Values>({ defaultValues: { email: '' } })
  const hand = useHandingOver()
  const { submit, busy } = useSubmission<Values, FollowLink>({
    form,
    toastKey: 'follow',
    send: ({ email }, keyOf) => share({ trip, email, idempotencyKey: keyOf({ trip: trip.ride_id, email }) }),
    onDone: (link) => {
      form.reset()
      void hand(link.url)
    },
  })
  const errorOf = useFieldErrors(form)
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3">
      <Field label={t('travel.share_email')} hint={t('travel.share_email_hint')} error={errorOf('email')}>
        <TextInput type="email" inputMode="email" autoComplete="off" dir="ltr" {...form.register('email')} />
      </Field>
      <Button type="submit" variant="quiet" size="lg" icon="share" busy={busy} wide>
        {t('travel.make_link')}
      </Button>
    </form>
  )
}

/** Returns a function that hands an address to the device's own sharing, or to the clipboard where there is none. */
function useHandingOver() {
  const t = useT()
  const toast = useToast()
  return async (url: string) => {
    try {
      if ('share' in navigator) return await navigator.share({ title: t('travel.share_title'), url })
      await (navigator as Navigator).clipboard.writeText(url)
      toast({ title: t('travel.copied'), tone: 'success', key: 'follow' })
    } catch (error) {
      // Closing the device's sheet is no failure.
      if (error instanceof DOMException && error.name === 'AbortError') return
      toast({ title: t('travel.copy_failed'), text: url, tone: 'info', key: 'follow' })
    }
  }
}

function LinkRow({ link, number }: { link: FollowLink; number: number }) {
  const t = useT()
  const format = useFormat()
  const unshare = useUnshare()
  const hand = useHandingOver()
  const titleId = useId()
  const [gone, setGone] = useState(false)
  const { start, busy } = useAction({
    toastKey: 'follow',
    run: () => unshare(link.id),
    success: () => ({ title: t('travel.taken_back') }),
    onDone: () => setGone(true),
  })
  if (gone) return null
  // The card's head says whose clock it is.
  const time = `${format.date(link.ends_at)} ${format.time(link.ends_at)}`
  return (
    <div role="group" aria-labelledby={titleId} className="flex flex-col gap-2 rounded-field border border-line p-4">
      <p id={titleId} className="font-medium">
        {t('travel.link_number', { number })} · {t('travel.works_until', { time })}
      </p>
      <a href={link.url} dir="ltr" className="text-sm text-link underline wrap-anywhere">
        {link.url}
      </a>
      {link.email && <p className="text-sm text-soft wrap-anywhere">{t('travel.mail_to', { email: link.email })}</p>}
      <div className="flex flex-wrap gap-2">
        <Button variant="quiet" size="sm" icon="share" onClick={() => void hand(link.url)}>
          {t('travel.send_link')}
        </Button>
        <Button variant="ghost" size="sm" icon="close" busy={busy} onClick={() => void start(undefined)}>
          {t('travel.take_back')}
        </Button>
      </div>
    </div>
  )
}
