import type { TodayTrip } from '@samtur/contract/travel'
import { useT } from '#lib/i18n'
import { readablePlate } from '#lib/readable'
import { Button, buttonClass } from '#ui/button'
import { Dialog } from '#ui/dialog'
import { Icon } from '#ui/icon'
import { emergency, lastPoint, police } from './model.ts'

export interface HelpState {
  /** When the dialog was opened, in milliseconds since 1970; undefined while it is closed. */
  openedAt: number | undefined
  setOpenedAt: (at: number | undefined) => void
}

interface HelpNowProps {
  trip: TodayTrip
  help: HelpState
  wide: boolean
}

/** Help in two presses: one opens the numbers, one calls. What the other end of the line asks for is on the same screen. */
export function HelpNow({ trip, help: { openedAt, setOpenedAt }, wide }: HelpNowProps) {
  const t = useT()
  const close = () => setOpenedAt(undefined)
  return (
    <>
      <Button
        variant="quiet"
        size="lg"
        wide={wide}
        onClick={() => setOpenedAt(Date.now())}
        className="min-h-15 min-w-24 border-danger! px-3! text-danger!"
      >
        {t('travel.help')}
      </Button>
      <Dialog open={openedAt !== undefined} onClose={close} title={t('travel.help_title')} closeLabel={t('core.close')}>
        <div className="flex flex-col gap-5">
          <div className="flex flex-col gap-1.5">
            <a
              href={`tel:${emergency}`}
              data-autofocus
              className={buttonClass({ variant: 'danger', size: 'lg', wide: true })}
            >
              <Icon name="phone" size={22} />
              {t('travel.call_112')}
            </a>
            <p className="text-sm text-soft">{t('travel.help_112')}</p>
          </div>
          <ToReadOut trip={trip} now={openedAt ?? 0} />
          <div>
            <h3 className="mb-2 font-sans text-base font-semibold tracking-normal">{t('travel.help_police')}</h3>
            <ul className="flex flex-col gap-2">
              {police.map(({ country, number }) => (
                <li key={country}>
                  <a href={`tel:${number}`} className={buttonClass({ variant: 'quiet', wide: true })}>
                    {t(countryTexts[country])} <bdi className="tabular">{number}</bdi>
                  </a>
                </li>
              ))}
            </ul>
          </div>
          <p className="text-sm text-soft">{t('travel.help_note')}</p>
        </div>
      </Dialog>
    </>
  )
}

const countryTexts = { norway: 'travel.norway', sweden: 'travel.sweden', denmark: 'travel.denmark' } as const

function ToReadOut({ trip, now }: { trip: TodayTrip; now: number }) {
  const t = useT()
  const { car, start, end } = trip
  const lines = [
    [t('travel.plate'), readablePlate(car.plate)],
    [t('travel.car'), `${car.make} ${car.model}, ${car.color}`],
    [t('travel.route'), t('rides.from_to', { from: start.text, to: end.text })],
    [t('travel.last_point'), lastPoint(trip, now)],
  ] as const
  return (
    <div className="rounded-field bg-sunk px-4 py-3.5">
      <h3 className="mb-2 font-sans text-base font-semibold tracking-normal">{t('travel.help_read')}</h3>
      <dl className="flex flex-col gap-2">
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-soft">{label}</dt>
            <dd className="text-xl font-semibold wrap-anywhere">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
