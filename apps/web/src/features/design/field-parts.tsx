import { useState } from 'react'
import { useT } from '#lib/i18n'
import { Checkbox, RadioGroup } from '#ui/choice'
import { DateField } from '#ui/date-field'
import { Field } from '#ui/field'
import { PillSelect } from '#ui/pill-select'
import { RatingInput } from '#ui/rating-input'
import { Slider } from '#ui/slider'
import { Switch } from '#ui/switch'
import { Select, TextArea, TextInput } from '#ui/text-input'
import { TimeField } from '#ui/time-field'
import { PlaceField, type PlaceValue } from '../places/public.ts'
import { useDateFieldProps } from '../rides/public.tsx'

const towns = ['Oslo', 'Trondheim']

export function FieldParts() {
  const t = useT()
  const dates = useDateFieldProps()
  const [place, setPlace] = useState<PlaceValue>({ text: '', place_id: null })
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  return (
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
      <Field label={t('rides.from')} hint={t('design.hint')} required>
        <PlaceField value={place} onChange={setPlace} placeholder={t('rides.place_example')} />
      </Field>
      <Field label={t('design.label')} error={t('fields.email_invalid')}>
        <TextInput type="email" defaultValue="ingrid@" />
      </Field>
      <Field label={t('design.label')} hint={t('design.hint')}>
        <TextInput inputMode="numeric" defaultValue="300" unit="kr" />
      </Field>
      <Field label={t('design.label')}>
        <TextInput disabled defaultValue={t('rides.any_day')} />
      </Field>
      <Field label={t('rides.date')}>
        <DateField {...dates} value={date} onChange={setDate} />
      </Field>
      <Field label={t('design.time')} error={t('fields.in_past')}>
        <TimeField value={time} onChange={setTime} texts={{ invalid: t('fields.invalid') }} />
      </Field>
      <Field label={t('design.label')} note={t('core.optional')}>
        <TextArea counter={500} defaultValue={t('nav.tagline')} />
      </Field>
      <Field label={t('rides.to')}>
        <Select defaultValue="Oslo">
          {towns.map((town) => (
            <option key={town}>{town}</option>
          ))}
        </Select>
      </Field>
      <Choices />
    </div>
  )
}

function Choices() {
  const t = useT()
  const [stars, setStars] = useState(7)
  const [where, setWhere] = useState('from')
  const [segment, setSegment] = useState('15')
  const [day, setDay] = useState('')
  const [zoom, setZoom] = useState(2)
  const ways = [
    { value: 'from', label: t('rides.from'), hint: t('design.hint') },
    { value: 'to', label: t('rides.to') },
  ]
  return (
    <>
      <div className="flex flex-col gap-1">
        <Checkbox label={t('rides.pets_ok')} hint={t('design.hint')} defaultChecked />
        <Checkbox label={t('nav.terms')} error={t('fields.must_accept')} />
        <Switch label={t('nav.notifications')} defaultChecked />
      </div>
      <RadioGroup
        legend={t('rides.where_to')}
        name="design-way"
        value={where}
        onChange={(event) => setWhere(event.target.value)}
        options={ways}
      />
      <RadioGroup
        legend={t('design.label')}
        name="design-segments"
        layout="segments"
        value={segment}
        onChange={(event) => setSegment(event.target.value)}
        options={['0', '5', '10', '15', '20', '30'].map((value) => ({ value, label: value }))}
      />
      <div className="flex flex-wrap items-center gap-4">
        <PillSelect label={t('rides.any_day')} value={day} options={ways} onChange={setDay} icon="calendar" />
        <Slider aria-label={t('design.label')} value={zoom} min={1} max={4} step={0.1} onChange={setZoom} />
      </div>
      <div className="md:col-span-2">
        <RatingInput
          legend={t('ratings.legend')}
          value={stars}
          onChange={setStars}
          optionLabel={(value) => t('ratings.option', { value })}
          lowLabel={t('ratings.low')}
          highLabel={t('ratings.high')}
        />
      </div>
    </>
  )
}
