/** Bad input: filters, sorts, cursors, and the same for alternatives and days. */
import { randomUUID } from 'node:crypto'
import { ok, rows, wrong, type Case } from './cases.ts'

const search = (query: string) => ({ method: 'GET', path: `/api/v1/rides?${query}` })
const alternatives = (query: string) => ({ method: 'GET', path: `/api/v1/rides/alternatives?${query}` })
const days = (query: string) => ({ method: 'GET', path: `/api/v1/rides/days?${query}` })
const cursor = (text: string) => Buffer.from(text).toString('base64url')
const last = cursor(`2027-05-05T00:00:00.000Z ${randomUUID()}`)

const filters = (group: string, send: typeof search): Case[] =>
  rows(send, [
    [`${group}1`, 'no seat', 'seats=0', wrong('seats', 'out_of_range')],
    [`${group}1b`, 'eight seats', 'seats=8', wrong('seats', 'out_of_range')],
    [`${group}1c`, 'seats in words', 'seats=two', wrong('seats', 'invalid')],
    [`${group}1d`, 'seats with a fraction', 'seats=1.5', wrong('seats', 'invalid')],
    [`${group}2`, 'a price below all', 'max_price=-1', wrong('max_price', 'invalid')],
    [`${group}2b`, 'a price above all', 'max_price=10001', wrong('max_price', 'out_of_range')],
    [`${group}2c`, 'a price of 0', 'max_price=0', ok({}, 200)],
    [`${group}2d`, 'a price as 1e3', 'max_price=1e3', wrong('max_price', 'invalid')],
    [`${group}3`, 'pets, but which', 'pets=dog', wrong('pets', 'invalid')],
    [`${group}3b`, 'no pets', 'pets=false', wrong('pets', 'invalid')],
    [`${group}3c`, 'luggage of another size', 'luggage=huge', wrong('luggage', 'invalid')],
    [`${group}3d`, 'no luggage', 'luggage=none', wrong('luggage', 'invalid')],
    [`${group}3e`, 'detours, but which', 'detours=yes', wrong('detours', 'invalid')],
    [`${group}3f`, 'another gender', 'same_gender=kvinne', wrong('same_gender', 'invalid')],
    [`${group}3g`, 'the own gender, which is not offered', 'same_gender=true', wrong('same_gender', 'not_offered')],
    [`${group}4`, 'from hour 24', 'from_hour=24', wrong('from_hour', 'out_of_range')],
    [`${group}4b`, 'until hour 0', 'until_hour=0', wrong('until_hour', 'out_of_range')],
    [`${group}4c`, 'until hour 25', 'until_hour=25', wrong('until_hour', 'out_of_range')],
    [`${group}4d`, 'over midnight', 'from_hour=22&until_hour=6', wrong('until_hour', 'out_of_range')],
    [`${group}4e`, 'no time at all', 'from_hour=8&until_hour=8', wrong('until_hour', 'out_of_range')],
    [`${group}4f`, 'the last hour', 'from_hour=23&until_hour=24', ok({}, 200)],
    [`${group}4g`, 'half an hour', 'from_hour=8:30', wrong('from_hour', 'invalid')],
    [`${group}5`, 'a filter twice', 'seats=1&seats=2', wrong('seats', 'invalid')],
    [`${group}6`, 'a text beyond 120', `to=${'x'.repeat(121)}`, wrong('to', 'too_long')],
    [`${group}7`, 'a day that does not exist', 'date=2027-02-30', wrong('date', 'invalid')],
    [`${group}7b`, 'the first day of all', 'from=Oslo&to=Bergen&date=0000-01-01', ok({}, 200)],
    [`${group}7c`, 'the last day of all', 'from=Oslo&to=Bergen&date=9999-12-31', ok({}, 200)],
    [`${group}8`, 'a null character', 'from=%00', wrong('from', 'invalid_characters')],
    [`${group}9`, 'unknown parameters', 'radius=9999&select=*', ok({}, 200)],
  ])

export const searchCases: Case[] = [
  ...filters('SF', search),
  ...filters('SA', alternatives),
  ...filters('SD', days),
  ...rows(search, [
    ['SO1', 'a column as order', 'sort=password', wrong('sort', 'invalid')],
    ['SO1b', 'an order twice', 'sort=price&sort=rating', wrong('sort', 'invalid')],
    ['SO1c', 'no order', 'sort=', wrong('sort', 'invalid')],
    ['SO2', 'a cursor of departures for prices', `sort=price&cursor=${last}`, wrong('cursor', 'invalid')],
    ['SO2b', 'a cursor of prices for departures', `cursor=price.100.${last}`, wrong('cursor', 'invalid')],
    ['SO2c', 'a cursor of ratings for prices', `sort=price&cursor=rating.-90.${last}`, wrong('cursor', 'invalid')],
    ['SO2d', 'a cursor of prices', `sort=price&cursor=price.100.${last}`, ok({}, 200)],
    ['SO3', 'a key beyond all integers', `sort=price&cursor=price.99999999999.${last}`, wrong('cursor', 'invalid')],
    ['SO3b', 'a key with SQL', `sort=price&cursor=${encodeURIComponent(`price.1 or 1=1.${last}`)}`, wrong('cursor', 'invalid')], // prettier-ignore
    ['SO3c', 'a cursor without a place', 'sort=price&cursor=price.1.', wrong('cursor', 'invalid')],
    ['SO4', 'a cursor of 201', `cursor=${'x'.repeat(201)}`, wrong('cursor', 'too_long')],
  ]),
]
