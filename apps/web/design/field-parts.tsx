import { useState } from 'react'
import { Checkbox, RadioGroup } from '#ui/choice'
import { DateField } from '#ui/date-field'
import { Field } from '#ui/field'
import { PillSelect } from '#ui/pill-select'
import { RatingInput } from '#ui/rating-input'
import { Slider } from '#ui/slider'
import { Switch } from '#ui/switch'
import { Select, TextArea, TextInput } from '#ui/text-input'
import { TimeField } from '#ui/time-field'
import { PlaceField, type PlaceValue } from '../src/features/places/place-field.tsx'
import { useDateFieldProps } from '../src/features/rides/date-texts.ts'

const towns = ['Oslo', 'Trondheim']

export function FieldParts() {
  const dates = useDateFieldProps()
  const [place, setPlace] = useState<PlaceValue>({ text: '', place_id: null })
  const [date, setDate] = useState('')
  const [time, setTime] = useState('')
  return (
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
      <Field label="From" hint="A hint that helps." required>
        <PlaceField value={place} onChange={setPlace} placeholder="Town or place" />
      </Field>
      <Field label="Name of the field" error="Enter the email address like this: name@example.com">
        <TextInput type="email" defaultValue="ingrid@" />
      </Field>
      <Field label="Name of the field" hint="A hint that helps.">
        <TextInput inputMode="numeric" defaultValue="300" unit="kr" />
      </Field>
      <Field label="Name of the field">
        <TextInput disabled defaultValue="Any day" />
      </Field>
      <Field label="Date">
        <DateField {...dates} value={date} onChange={setDate} />
      </Field>
      <Field label="Time" error="Choose a time that has not passed.">
        <TimeField
          value={time}
          onChange={setTime}
          texts={{ invalid: 'This does not look right. Check what you have entered.' }}
        />
      </Field>
      <Field label="Name of the field" note="(optional)">
        <TextArea
          counter={500}
          defaultValue="Share the ride with somebody going the same way anyway – in Norway, Denmark and Sweden."
        />
      </Field>
      <Field label="To">
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
  const [stars, setStars] = useState(7)
  const [where, setWhere] = useState('from')
  const [segment, setSegment] = useState('15')
  const [day, setDay] = useState('')
  const [zoom, setZoom] = useState(2)
  const ways = [
    { value: 'from', label: 'From', hint: 'A hint that helps.' },
    { value: 'to', label: 'To' },
  ]
  return (
    <>
      <div className="flex flex-col gap-1">
        <Checkbox label="Pets OK" hint="A hint that helps." defaultChecked />
        <Checkbox label="Terms of service" error="You must accept this to continue." />
        <Switch label="Notifications" defaultChecked />
      </div>
      <RadioGroup
        legend="Where to?"
        name="design-way"
        value={where}
        onChange={(event) => setWhere(event.target.value)}
        options={ways}
      />
      <RadioGroup
        legend="Name of the field"
        name="design-segments"
        layout="segments"
        value={segment}
        onChange={(event) => setSegment(event.target.value)}
        options={['0', '5', '10', '15', '20', '30'].map((value) => ({ value, label: value }))}
      />
      <div className="flex flex-wrap items-center gap-4">
        <PillSelect label="Any day" value={day} options={ways} onChange={setDay} icon="calendar" />
        <Slider aria-label="Name of the field" value={zoom} min={1} max={4} step={0.1} onChange={setZoom} />
      </div>
      <div className="md:col-span-2">
        <RatingInput
          legend="Your rating"
          value={stars}
          onChange={setStars}
          optionLabel={(value) => `${value} of 10`}
          lowLabel="Poor"
          highLabel="Great"
        />
      </div>
    </>
  )
}
