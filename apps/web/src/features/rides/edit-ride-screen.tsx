import { useQuery } from '@tanstack/react-query'
import { FormProvider } from 'react-hook-form'
import { useParams } from 'react-router'
import { paths, ridePath } from '@samtur/contract/paths'
import type { RideDetail } from '@samtur/contract/rides'
import { useLoadFailure } from '#lib/failure'
import { useFormat } from '#lib/format'
import { keepFocusInView } from '#lib/focus-in-view'
import { useT } from '#lib/i18n'
import { useMe } from '#lib/session'
import { Alert } from '#ui/alert'
import { BackLink } from '#ui/back-link'
import { Button, ButtonLink } from '#ui/button'
import { Card } from '#ui/card'
import { Dialog } from '#ui/dialog'
import { EmptyState } from '#ui/empty-state'
import { Failure } from '#ui/failure'
import { Landscape } from '#ui/landscape'
import { Page, PageHeader } from '#ui/page'
import { Loading, Skeleton } from '#ui/skeleton'
import { ConsequencesDialog } from './consequences-dialog.tsx'
import { DetourField } from './detour-field.tsx'
import { LockedRoute } from './edit-route.tsx'
import { hasDeparted } from './model.ts'
import { OverlapDialog } from './overlap-dialog.tsx'
import { AttemptedContext, LimitsContext } from './publish-field.tsx'
import { PublishCar } from './publish-car.tsx'
import { PublishRoute } from './publish-route.tsx'
import { PublishTerms, PublishTimes } from './publish-terms.tsx'
import { CancelRideButton } from './manage-ride.tsx'
import { rideQuery } from './read-queries.ts'
import { RefusedRides } from './refused-rides.tsx'
import { RoadSection } from './road-section.tsx'
import { ScopeChoice } from './scope-choice.tsx'
import { StopSuggestions } from './stop-suggestions.tsx'
import { useEditForm } from './use-edit-form.ts'

/** Shows the form that changes an own ride before its departure. */
export function EditRideScreen() {
  const t = useT()
  const { id = '' } = useParams()
  const me = useMe()
  const query = useQuery(rideQuery(id))
  const failure = useLoadFailure(query)
  const { data: ride, error } = query
  if (ride && ride.viewer !== 'driver') return <NotYours />
  if (ride && (ride.status === 'cancelled' || hasDeparted(ride))) return <TooLate ride={ride} />
  // The key makes a new form for another ride and another person.
  if (ride) return <EditRide key={`${me.id} ${ride.id}`} initial={ride} />
  if (error && 'code' in error && error.code === 'not_found') return <NotYours />
  return (
    <Page>
      <PageHeader title={t('edit.heading')} />
      {error ? <Failure {...failure} title={t('edit.load_failed')} /> : <Waiting />}
    </Page>
  )
}

function EditRide({ initial }: { initial: RideDetail }) {
  const t = useT()
  const format = useFormat()
  const edit = useEditForm(initial)
  const { form, ride, locked, scope, consequences, busy, outdated, outcome } = edit
  const save = busy ? t('edit.saving') : t('edit.save')
  return (
    <FormProvider {...form}>
      <AttemptedContext value>
        <LimitsContext value={edit.limits}>
          <Page width="form">
            <PageHeader
              back={<BackLink to={`${paths.myRides}?tab=rides`}>{t('edit.back')}</BackLink>}
              title={t('edit.heading')}
              lead={t('edit.lead', {
                from: ride.start_location,
                to: ride.end_location,
                date: format.dateTime(ride.departure_time),
              })}
            />
            {outdated && (
              <Alert
                tone="warning"
                live
                className="mb-5"
                title={t('edit.outdated_title')}
                action={
                  <Button size="sm" icon="refresh" onClick={edit.reload}>
                    {t('edit.reload')}
                  </Button>
                }
              >
                {t('edit.outdated_text')}
              </Alert>
            )}
            <form
              ref={keepFocusInView}
              id="edit-ride"
              onSubmit={edit.submit}
              noValidate
              className="flex flex-col gap-5"
            >
              <Card as="section" aria-labelledby="edit-route" padding="lg" className="p-4.5! sm:p-7!">
                <h2 id="edit-route" className="mb-5 text-xl!">
                  {t('edit.route')}
                </h2>
                {locked ? <LockedRoute /> : <PublishRoute />}
                {!locked && <StopSuggestions />}
              </Card>
              <RoadSection />
              <DetourField />
              <Card
                as="section"
                aria-labelledby="edit-terms"
                padding="lg"
                className="flex flex-col gap-5 p-4.5! sm:p-7!"
              >
                <h2 id="edit-terms" className="text-xl!">
                  {t('publish.step_terms')}
                </h2>
                <PublishTimes />
                <PublishTerms />
              </Card>
              <Card as="section" aria-labelledby="edit-car" padding="lg" className="p-4.5! sm:p-7!">
                <h2 id="edit-car" className="mb-5 text-xl!">
                  {t('publish.car')}
                </h2>
                <PublishCar prefilled={false} />
              </Card>
              {ride.series_id && (
                <Card padding="lg" className="p-4.5! sm:p-7!">
                  <ScopeChoice value={scope} onChange={edit.setScope} what="edit" />
                </Card>
              )}
            </form>
            {/* Outside the form, because it opens a dialog with another form. */}
            <div className="mt-5 flex flex-wrap items-center gap-3">
              <Button type="submit" form="edit-ride" size="lg" busy={busy}>
                {save}
              </Button>
              <ButtonLink to={ridePath(ride.id)} variant="quiet" size="lg">
                {t('core.cancel')}
              </ButtonLink>
              <span className="ms-auto">
                <CancelRideButton ride={ride} />
              </span>
            </div>
            {consequences && (
              <ConsequencesDialog
                consequences={consequences}
                following={scope === 'following'}
                onConfirm={edit.confirm}
                onClose={edit.dismiss}
              />
            )}
            {edit.overlap && (
              <OverlapDialog
                trip={edit.overlap}
                confirmLabel={t('publish.overlap_save')}
                onConfirm={edit.saveAnyway}
                onClose={edit.dismissOverlap}
              />
            )}
            <Dialog
              open={outcome !== undefined}
              onClose={edit.leave}
              title={t('edit.outcome_title')}
              closeLabel={t('core.close')}
              footer={<Button onClick={edit.leave}>{t('core.close')}</Button>}
            >
              {outcome && <RefusedRides outcome={outcome} />}
            </Dialog>
          </Page>
        </LimitsContext>
      </AttemptedContext>
    </FormProvider>
  )
}

function NotYours() {
  const t = useT()
  return (
    <Page width="text">
      <EmptyState
        level="h1"
        drawing={<Landscape scene="not-found" />}
        title={t('edit.not_found_title')}
        text={t('edit.not_found_text')}
        action={<ButtonLink to={`${paths.myRides}?tab=rides`}>{t('nav.my_rides')}</ButtonLink>}
      />
    </Page>
  )
}

function TooLate({ ride }: { ride: RideDetail }) {
  const t = useT()
  return (
    <Page width="text">
      <EmptyState
        level="h1"
        drawing={<Landscape scene="rides" />}
        title={t(ride.status === 'cancelled' ? 'edit.cancelled_title' : 'edit.departed_title')}
        text={t('edit.too_late_text')}
        action={<ButtonLink to={ridePath(ride.id)}>{t('edit.see_ride')}</ButtonLink>}
      />
    </Page>
  )
}

function Waiting() {
  const t = useT()
  return (
    <Loading label={t('core.loading')} className="flex min-h-dvh flex-col gap-5">
      {[0, 1, 2].map((index) => (
        <Card key={index} className="flex flex-col gap-4">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-11" />
          <Skeleton className="h-11" />
        </Card>
      ))}
    </Loading>
  )
}
