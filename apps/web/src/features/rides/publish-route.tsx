import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Controller, useFieldArray, useFormContext, useWatch, type FieldPath } from 'react-hook-form'
import { lengths } from '@samtur/contract/constants'
import { useFieldText } from '#lib/field-text'
import { useT } from '#lib/i18n'
import { Button, IconButton } from '#ui/button'
import { FieldNotes } from '#ui/field'
import { RouteDot } from '#ui/route-line'
import { PlaceField } from '../places/place-field.tsx'
import { PublishField, useProblem } from './publish-field.tsx'
import { noPlace, repeatedStops, type PublishPlace, type PublishValues } from './publish-form.ts'
import { StopPoint } from './stop-point.tsx'

/** From, the stops on the way, to: fields strung on the line that the ride will show. */
export function PublishRoute() {
  const t = useT()
  const { control, setFocus } = useFormContext<PublishValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name: 'stops' })
  const [news, setNews] = useState('')
  const adding = useRef<HTMLButtonElement>(null)
  const full = fields.length >= lengths.stops
  const problem = useProblem('stops')
  const fieldText = useFieldText()
  const notesId = useId()

  const [from, to, stops] = useWatch({ control, name: ['from', 'to', 'stops'] })
  const repeated = repeatedStops({ from, to, stops })
  const nameOf = (index: number) => stops[index]?.place.text || t('publish.stop', { number: index + 1 })
  const add = () => append({ place: noPlace }, { focusName: `stops.${fields.length}.place` })
  const drop = (index: number) => {
    setNews(t('publish.stop_removed', { place: nameOf(index) }))
    remove(index)
    adding.current?.focus()
  }
  const shift = (from: number, to: number) => {
    setNews(t('publish.stop_moved', { place: nameOf(from), position: to + 1, count: fields.length }))
    move(from, to)
  }
  /** Enter goes on to the next stop instead of publishing; a choice in the list comes first. */
  const enter = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.key !== 'Enter' || event.currentTarget.getAttribute('aria-activedescendant')) return
    event.preventDefault()
    if (event.currentTarget.value.trim() === '') return
    if (index < fields.length - 1) setFocus(`stops.${index + 1}.place`)
    else if (!full) add()
  }

  return (
    <div className="flex flex-col">
      <OnLine kind="start">
        <PublishField name="from" label={t('rides.from')} required words={{ required: t('publish.from_required') }}>
          <Place name="from" />
        </PublishField>
        <StopPoint name="from" />
      </OnLine>
      {fields.map((field, index) => (
        <OnLine key={field.id} kind="via">
          <PublishField
            name={`stops.${index}.place`}
            label={t('publish.stop', { number: index + 1 })}
            hint={repeated.includes(index) && t('publish.stop_repeated')}
          >
            <Place name={`stops.${index}.place`} onKeyDown={(event) => enter(event, index)} />
          </PublishField>
          <StopPoint name={`stops.${index}.place`} />
          <div className="absolute end-0 -top-2 flex pointer-coarse:-top-3.5">
            {fields.length > 1 && (
              <>
                <MoveButton
                  icon="arrow-up"
                  off={index === 0}
                  name={nameOf(index)}
                  onClick={() => shift(index, index - 1)}
                />
                <MoveButton
                  icon="arrow-down"
                  off={index === fields.length - 1}
                  name={nameOf(index)}
                  onClick={() => shift(index, index + 1)}
                />
              </>
            )}
            <IconButton
              icon="trash"
              label={t('publish.remove_stop', { place: nameOf(index) })}
              onClick={() => drop(index)}
              className="size-9! pointer-coarse:size-11!"
            />
          </div>
        </OnLine>
      ))}
      <OnLine kind="more">
        <Button
          ref={adding}
          variant="ghost"
          size="sm"
          icon="plus"
          onClick={add}
          disabled={full}
          className="-ms-3 text-link!"
        >
          {t('publish.add_stop')}
        </Button>
        <FieldNotes id={notesId} error={problem && problem !== 'too_many' && fieldText(problem, 'stops')} />
        {(full || problem === 'too_many') && (
          <p className="text-sm text-soft">{t('publish.stops_full', { count: lengths.stops })}</p>
        )}
      </OnLine>
      <OnLine kind="end">
        <PublishField name="to" label={t('rides.to')} required words={{ required: t('publish.to_required') }}>
          <Place name="to" />
        </PublishField>
        <StopPoint name="to" />
      </OnLine>
      <span role="status" className="sr-only">
        {news}
      </span>
    </div>
  )
}

interface PlaceProps {
  name: Extract<FieldPath<PublishValues>, 'from' | 'to' | `stops.${number}.place`>
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
}

function Place({ name, onKeyDown }: PlaceProps) {
  const t = useT()
  const { control } = useFormContext<PublishValues>()
  return (
    <Controller
      control={control}
      name={name}
      rules={{ deps: name === 'to' ? [] : ['to'] }}
      render={({ field }) => (
        <PlaceField
          {...field}
          value={field.value}
          placeholder={t('rides.place_example')}
          onKeyDown={onKeyDown}
          onChange={(value, place) => {
            const next: PublishPlace = place
              ? { ...value, lat: place.lat, lon: place.lon, country: place.country }
              : value
            field.onChange(next)
          }}
        />
      )}
    />
  )
}

interface MoveButtonProps {
  icon: 'arrow-up' | 'arrow-down'
  off: boolean
  name: string
  onClick: () => void
}

/** Stays focusable at the ends: a press too many must not drop the focus. */
function MoveButton({ icon, off, name, onClick }: MoveButtonProps) {
  const t = useT()
  const label = icon === 'arrow-up' ? t('publish.move_up', { place: name }) : t('publish.move_down', { place: name })
  return (
    <IconButton
      icon={icon}
      label={label}
      aria-disabled={off}
      onClick={off ? undefined : onClick}
      className="size-9! aria-disabled:opacity-40 pointer-coarse:size-11!"
    />
  )
}

/** A row of the route: its dot beside the field, the line running on to the next. */
function OnLine({ kind, children }: { kind: 'start' | 'via' | 'more' | 'end'; children: ReactNode }) {
  const line = 'absolute start-[7px] border-s-2 border-brand'
  // The middle of a field below its label.
  const middle = '3.25rem'
  return (
    <div className={`relative flex gap-3 ${kind === 'end' ? '' : 'pb-4'}`}>
      <span className="relative w-4 shrink-0" aria-hidden="true">
        {kind !== 'start' && (
          <span className={`${line} top-0`} style={kind === 'more' ? { bottom: '-1rem' } : { height: middle }} />
        )}
        {kind !== 'end' && kind !== 'more' && <span className={line} style={{ top: middle, bottom: '-1rem' }} />}
        {kind !== 'more' && (
          <span className="absolute inset-x-0 flex -translate-y-1/2 justify-center" style={{ top: middle }}>
            <RouteDot kind={kind} />
          </span>
        )}
      </span>
      <div className="relative min-w-0 flex-1">{children}</div>
    </div>
  )
}
