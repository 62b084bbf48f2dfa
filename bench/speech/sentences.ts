/** What synthesisers say in each language: written for this bench, of everyday work, ten to twenty words each. */

export interface SpokenLanguage {
  /** Recorded prompts of a telephone system (Debian: asterisk-core-sounds-*-wav), whose words are not known. */
  readonly prompts?: string;
  /** Written without spaces: characters are counted in place of words. */
  readonly isUnspaced?: true;
  readonly sentences: readonly string[];
}

export const SPOKEN: Readonly<Record<string, SpokenLanguage>> = {
  de: {
    sentences: [
      'Guten Morgen, die Besprechung beginnt heute um neun Uhr im großen Raum im zweiten Stock.',
      'Bitte schicken Sie mir die Rechnung bis Freitag, damit wir sie noch in diesem Monat bezahlen.',
      'Wir haben gestern lange über das Angebot gesprochen und wollen es morgen annehmen.',
      'Der Zug nach Bremen fährt am Mittwoch früher, weil auf der Strecke gebaut wird.',
    ],
  },
  fr: {
    prompts: 'fr_CA_f_June',
    sentences: [
      'Bonjour, la réunion commence ce matin à neuf heures dans la grande salle du deuxième étage.',
      'Merci de me renvoyer la facture avant vendredi pour que nous puissions la payer ce mois.',
      'Hier nous avons longtemps parlé de cette proposition et nous voulons l’accepter demain.',
      'Le train pour Lyon part plus tôt mercredi parce que la ligne est en travaux.',
    ],
  },
  es: {
    prompts: 'es_MX_f_Allison',
    sentences: [
      'Buenos días, la reunión empieza hoy a las nueve en la sala grande del segundo piso.',
      'Por favor, envíeme la factura antes del viernes para que podamos pagarla este mes.',
      'Ayer hablamos mucho tiempo de la propuesta y queremos aceptarla mañana por la tarde.',
      'El tren a Sevilla sale más temprano el miércoles porque están reparando la vía.',
    ],
  },
  it: {
    prompts: 'it_IT_m_Carlo',
    sentences: [
      'Buongiorno, la riunione comincia oggi alle nove nella sala grande al secondo piano.',
      'Per favore mi mandi la fattura entro venerdì, così possiamo pagarla questo mese.',
      'Ieri abbiamo parlato a lungo della proposta e domani vogliamo accettarla.',
      'Il treno per Bologna parte prima mercoledì perché ci sono lavori sulla linea.',
    ],
  },
  ru: {
    prompts: 'ru_RU_f_IvrvoiceRU',
    sentences: [
      'Доброе утро, совещание начинается сегодня в девять часов в большом зале на втором этаже.',
      'Пожалуйста, отправьте мне счёт до пятницы, чтобы мы оплатили его в этом месяце.',
      'Вчера мы долго говорили об этом предложении и завтра хотим его принять.',
      'Поезд в Казань в среду отправляется раньше, потому что на линии идёт ремонт.',
    ],
  },
  zh: {
    isUnspaced: true,
    sentences: [
      '早上好，今天的会议九点在二楼的大会议室开始。',
      '请在星期五之前把发票发给我，这样我们这个月就可以付款。',
      '昨天我们谈了很久这个建议，明天想接受它。',
      '星期三去上海的火车会提前出发，因为线路正在维修。',
    ],
  },
  ja: {
    isUnspaced: true,
    sentences: [
      'おはようございます。今日の会議は九時に二階の広い部屋で始まります。',
      '今月中に支払えるように、金曜日までに請求書を送ってください。',
      '昨日は長い間その提案について話しました。明日受け入れるつもりです。',
      '水曜日の大阪行きの電車は、線路の工事のために早く出発します。',
    ],
  },
  ko: {
    isUnspaced: true,
    sentences: [
      '안녕하세요, 오늘 회의는 아홉 시에 이 층 큰 회의실에서 시작합니다.',
      '이번 달에 지불할 수 있도록 금요일까지 청구서를 보내 주세요.',
      '어제 우리는 그 제안에 대해 오래 이야기했고 내일 받아들이려고 합니다.',
      '수요일에는 선로 공사 때문에 부산행 기차가 더 일찍 출발합니다.',
    ],
  },
  ar: {
    sentences: [
      'صباح الخير، يبدأ الاجتماع اليوم في الساعة التاسعة في القاعة الكبيرة في الطابق الثاني.',
      'من فضلك أرسل لي الفاتورة قبل يوم الجمعة حتى نستطيع دفعها هذا الشهر.',
      'تحدثنا أمس طويلا عن هذا الاقتراح ونريد أن نقبله غدا.',
      'ينطلق القطار يوم الأربعاء مبكرا لأن هناك أعمال صيانة على الخط.',
    ],
  },
  pt: {
    sentences: [
      'Bom dia, a reunião começa hoje às nove horas na sala grande do segundo andar.',
      'Por favor, mande a fatura até sexta-feira para que possamos pagar ainda este mês.',
      'Ontem falamos muito tempo sobre a proposta e queremos aceitar amanhã à tarde.',
      'O trem para Campinas sai mais cedo na quarta-feira porque a linha está em obras.',
    ],
  },
  nl: {
    sentences: [
      'Goedemorgen, de vergadering begint vandaag om negen uur in de grote zaal op de tweede verdieping.',
      'Stuur mij alstublieft de rekening voor vrijdag, zodat wij die deze maand nog kunnen betalen.',
      'Gisteren hebben we lang over het voorstel gesproken en morgen willen we het aannemen.',
      'De trein naar Utrecht vertrekt woensdag eerder, omdat er aan het spoor wordt gewerkt.',
    ],
  },
  pl: {
    sentences: [
      'Dzień dobry, zebranie zaczyna się dzisiaj o dziewiątej w dużej sali na drugim piętrze.',
      'Proszę przysłać mi rachunek do piątku, żebyśmy mogli zapłacić jeszcze w tym miesiącu.',
      'Wczoraj długo rozmawialiśmy o tej propozycji i jutro chcemy ją przyjąć.',
      'Pociąg do Krakowa w środę odjeżdża wcześniej, ponieważ trwa remont torów.',
    ],
  },
};
