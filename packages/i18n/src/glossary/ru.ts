import type { Term } from './term.ts'

const accepted = 'a request is accepted, not a place, a ride or a passenger'

export const ru: readonly Term[] = [
  {
    idea: 'seat; place on the map',
    use: 'место; населённый пункт, город, остановка, место встречи',
    avoid: { 'между местами': 'reads as between seats', 'вашего места нет': 'reads as your seat' },
  },
  {
    idea: 'request for a seat',
    use: 'запрос, запросить место',
    avoid: { 'попросить место': 'the word is запросить', 'попросите место': 'the word is запросить' },
  },
  {
    idea: 'accept',
    use: 'принять запрос',
    avoid: {
      'принятое место': accepted,
      'принятые места': accepted,
      'принятым местом': accepted,
      'принятые пассажиры': accepted,
      'принятый пассажир': accepted,
      'принятую поездку': accepted,
    },
  },
  {
    idea: 'cancel',
    use: 'отозвать запрос; отменить бронирование, поездку',
    avoid: { 'отменить место': 'not said', 'отмените место': 'not said', 'отменить своё место': 'not said' },
  },
  {
    idea: 'pick up',
    use: 'забрать; место встречи',
    avoid: { подбираете: 'is also to match', подбираем: 'is also to match' },
  },
  {
    idea: 'report',
    use: 'жалоба, пожаловаться; thanks are for telling us',
    avoid: { 'спасибо за жалобу': 'nobody thanks for a complaint' },
  },
  {
    idea: 'support request',
    use: 'обращение; закрыто',
    avoid: { 'обращение решено': 'a question is solved, a request is closed', 'решённое обращение': 'is closed' },
  },
  { idea: 'picture', use: 'фото (profile), изображение (chat)', avoid: { 'картинк*': 'one idea, one word' } },
  {
    idea: 'keep an account',
    use: 'оставить',
    avoid: { 'сохранить аккаунт': 'as one saves a file', 'сохраните аккаунт': 'as one saves a file' },
  },
  {
    idea: 'log out',
    use: 'выйти; завершить сеанс for another device',
    avoid: { 'выполнен выход': 'computer language' },
  },
  {
    idea: 'money',
    use: 'kr after figures in prices, крон in sentences',
    avoid: { кр: 'one abbreviation', SEK: 'a code' },
  },
  {
    idea: 'save CO₂',
    use: 'меньше выбросов CO₂',
    avoid: { 'экономит CO₂': 'emissions are cut', 'сберечь CO₂': 'says the opposite' },
  },
  {
    idea: 'plain Russian',
    use: 'каким он сейчас выглядит; в закодированном виде',
    avoid: { 'в нынешнем виде': 'a phrase of sales contracts', 'хеш*': 'technical', 'по Скандинавии': 'a tour' },
  },
  {
    idea: 'a ride that is not there yet',
    use: 'заявка; Сообщить, когда появится поездка',
    avoid: { 'хотелк*': 'slang' },
  },
]
