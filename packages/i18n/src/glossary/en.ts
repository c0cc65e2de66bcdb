import type { Term } from './term.ts'

const specified = 'the specification gives this text'
const returnTrip = 'a return trip is the way back'

export const en: readonly Term[] = [
  {
    idea: 'what is shared',
    use: 'ride; return trip for the way back',
    avoid: { trip: 'one idea, one word', trips: 'one idea, one word', journey: 'one idea, one word' },
    except: {
      'help.create_a_ride_text': 'quotes the button of the home page',
      'help.weekly_rides_text': returnTrip,
      'helpdesk.category_trips': specified,
      'home.publish': specified,
      'publish.return': returnTrip,
    },
  },
  {
    idea: 'the idea',
    use: 'carpooling, sharing a car',
    avoid: { ridesharing: 'one idea, one word', 'ride-sharing': 'one idea, one word' },
    except: { 'terms.guidelines': specified },
  },
  {
    idea: 'a place in the car',
    use: 'seat; seats left, available seats',
    avoid: { 'free seat': 'free also means without a price', 'free seats': 'free also means without a price' },
  },
  {
    idea: 'what the passenger then has',
    use: 'reservation, reserve',
    avoid: { book: 'one idea, one word', booked: 'one idea, one word', 'booking*': 'one idea, one word' },
  },
  { idea: 'a request nobody answered', use: 'no answer', avoid: { expired: 'say what happened' } },
  {
    idea: 'informed',
    use: 'we will tell you, you will get a message',
    avoid: {
      'is told': 'translated',
      'are told': 'translated',
      'be told': 'translated',
      'people concerned': 'means that they worry',
      'everybody concerned': 'means that they worry',
    },
    except: { 'edit.ask_notified': 'names are the subject of the sentence' },
  },
  {
    idea: 'people who, who',
    use: 'people who, anyone who, who',
    avoid: { whoever: 'stiff', whom: 'stiff' },
  },
  {
    idea: 'email',
    use: 'email',
    avoid: { mail: 'the post, in Britain', mails: 'the post, in Britain', 'e-mail*': 'one spelling' },
  },
  {
    idea: 'attention',
    use: 'notification, push notification',
    avoid: { 'push message*': 'a message is one in the chat' },
  },
  {
    idea: 'plate',
    use: 'number plate',
    avoid: {
      'licence plate': 'American',
      'license plate': 'American',
      'registration number': 'one idea, one word',
    },
  },
  {
    idea: 'a person who answers',
    use: 'a person',
    avoid: { 'a human': 'science fiction' },
  },
  {
    idea: 'the statement',
    use: 'Privacy Policy',
    avoid: { 'privacy statement': 'the sign-up asks to accept the Privacy Policy' },
  },
  {
    idea: 'keep safe',
    use: 'save your recovery codes',
    avoid: {
      'keep the codes': 'does not say: write them down',
      'keep the recovery codes': 'does not say: write them down',
    },
  },
  { idea: 'against a decision', use: 'appeal', avoid: { 'you can object': 'the word is appeal' } },
  {
    idea: 'questions in short forms',
    use: 'Not you? Not resolved? Can’t find it?',
    avoid: {
      'was it not': 'nobody says it',
      'is it not': 'nobody says it',
      'did you not': 'stiff',
      'log-in': 'login',
    },
  },
  { idea: 'a drive to a place beside the way', use: 'detour', avoid: { 'diversion*': 'for closed roads' } },
  {
    idea: 'a ride that is not there yet',
    use: 'ride alert; Tell me when there is a ride',
    avoid: { 'wish list*': 'for presents', 'wishlist*': 'for presents' },
  },
]
