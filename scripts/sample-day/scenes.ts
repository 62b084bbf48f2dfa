/** What fills the calendar, the chats, the sheet and the notes of the sample day. */
import type { CalendarEvent, Sheet } from './office.ts';
import type { ChatLine } from './talk.ts';

export const WEEK: CalendarEvent[] = [
  { day: 0, from: 9, to: 10, title: 'Week start', place: 'Kitchen', colour: 'sand' },
  {
    day: 0,
    from: 13,
    to: 14.5,
    title: 'Frost chamber: five stations',
    place: 'Lab 2',
    colour: 'green',
  },
  { day: 1, from: 9.5, to: 10.5, title: 'Firmware with Priya', colour: 'blue' },
  { day: 1, from: 13, to: 14, title: 'Nordhaven: enclosure', place: 'Roundtable', colour: 'plum' },
  { day: 1, from: 16, to: 16.75, title: 'Swimming', place: 'Westbad', colour: 'sand' },
  { day: 2, from: 10, to: 11, title: 'Board paper with Dele', colour: 'blue' },
  { day: 2, from: 14, to: 15.5, title: 'Manual: Japanese proofs', colour: 'green' },
  { day: 3, from: 11, to: 12, title: 'Launch photos', place: 'Roof', colour: 'plum' },
  { day: 4, from: 9, to: 9.75, title: 'Customs papers, Osaka', colour: 'green' },
  { day: 4, from: 15, to: 16, title: 'Cake for Oskar', place: 'Kitchen', colour: 'sand' },
];

export const WEEK_AFTER: CalendarEvent[] = [
  ...WEEK,
  { day: 3, from: 13.5, to: 14.5, title: 'Tripods arrive, sign for two boxes', colour: 'blue' },
  {
    day: 4,
    from: 10.5,
    to: 12,
    title: 'Frost test plan for 12 February',
    place: 'Lab 2',
    colour: 'plum',
  },
];

export const BATTERY_TALK: ChatLine[] = [
  {
    who: 'Priya Raman',
    time: 'Mon',
    text: 'The frost chamber is ours until Wednesday. I put petrel-03 to petrel-07 in, all on the same shelf.',
  },
  { who: 'Mara Ellison', time: 'Mon', text: 'Lovely. Which of them has the old gasket?' },
  {
    who: 'Priya Raman',
    time: 'Mon',
    text: 'Number five. If it leaks we have a picture for Jonas, if not we have a puzzle.',
  },
  { who: 'Mara Ellison', time: 'Mon', text: 'I would rather have the picture.' },
  {
    who: 'Priya Raman',
    time: '09:48',
    text: 'Bench test is through: 41 days at minus ten with the radio waking every ten minutes.',
  },
  {
    who: 'Mara Ellison',
    time: '09:50',
    text: 'Forty-one! The box can say "five weeks in the cold" and be honest.',
  },
  {
    who: 'Priya Raman',
    time: '09:51',
    text: 'Please say it like that. At room temperature it is 58, but nobody needs a barometer in a living room.',
  },
  {
    who: 'Priya Raman',
    time: '09:53',
    text: 'One oddity: the first reading after sleep is always 0.3 hPa low. I think the data sheet says why.',
  },
];

export const LAUNCH_TALK: ChatLine[] = [
  {
    who: 'Oskar Lund',
    time: '11:20',
    text: 'Shop page is drafted: Petrel, a pocket weather station that keeps its readings to itself. 89 euros.',
  },
  {
    who: 'Priya Raman',
    time: '11:26',
    text: 'Can we say "works without an account" above the fold? People ask that first.',
  },
  { who: 'Oskar Lund', time: '11:27', text: 'Done. It is now the second line.' },
  {
    who: 'Oskar Lund',
    time: '15:41',
    text: 'Photographer can do Thursday at eleven, on the roof, if it does not rain.',
  },
  { who: 'Dele Adeyemi', time: '15:44', text: 'It is a weather station. Rain is the point.' },
  {
    who: 'Mara Ellison',
    time: '15:46',
    text: 'Nordhaven agreed: 2,400 at 11.80 and they pay for the tooling. We are at 38.65 per Petrel.',
  },
  {
    who: 'Dele Adeyemi',
    time: '15:47',
    text: 'Under forty! I will put 38.65 into the board paper before you change your mind.',
  },
];

export const MORE_LAUNCH_TALK: ChatLine[] = [
  {
    who: 'Priya Raman',
    time: '15:52',
    text: 'My sister translates the leaflet into German for a cake. Poppy seed, she says.',
  },
  { who: 'Oskar Lund', time: '15:53', text: 'Deal! I can bake that on Friday anyway.' },
];

export function costs(enclosure: string, share: string, total: string, cell: 'C5' | 'C13'): Sheet {
  return {
    file: 'Petrel unit cost',
    cell,
    formula: cell === 'C5' ? '=Offers!C4' : '=SUM(C4:C12)',
    tabs: ['Unit cost', 'Offers', 'Cash plan'],
    rows: [
      ['*Petrel, first run of 2,400', '*Supplier', '*Euros per piece', '*Share', '*Note'],
      [''],
      ['*Parts'],
      ['Main board, tested', 'Yunfan, Suzhou', '14.10', '36 %', 'price fixed until month end'],
      [
        'Enclosure, revision C',
        'Nordhaven',
        cell === 'C5' ? `>${enclosure}` : enclosure,
        share,
        'offer 2291',
      ],
      ['Pressure sensor BX-380', 'Dunlin Semi', '2.35', '6 %'],
      ['Cell 620 mAh', 'Lumo', '3.20', '8 %'],
      ['Display, 2.1 inch', 'Yunfan, Suzhou', '4.05', '10 %'],
      ['Vent membrane and gasket', 'Nordhaven', '0.65', '2 %'],
      ['Box and leaflet', 'Druckerei Ahlers', '0.90', '2 %'],
      ['Assembly', 'in house', '1.35', '4 %', '6 minutes each'],
      ['Freight and customs', '', '0.25', '1 %', 'Osaka lot apart'],
      ['=All in', '', cell === 'C13' ? `>${total}` : `=${total}`, '', '=launch price 89.00'],
      [''],
      ['*What if', '*Enclosure', '*All in', '*Margin'],
      ['2,000 pieces', '12.40', '39.25', '49.75'],
      ['2,400 pieces', '11.80', '38.65', '50.35'],
      ['5,000 pieces', '10.60', '37.45', '51.55'],
    ],
  };
}

export const CALL_NOTES = [
  'Drawing, revision C',
  'Wall at the lug: 2.2 mm',
  'Gasket holds at -20 in the chamber',
  '2,400 pieces at 11,80 €',
  'Tooling 1 950 €: Nordhaven',
  'Samples 12 February',
  'Delivery 14 March',
];
