/** What the person of the sample day kept: tags of frames, and memories. Times are minutes of the day. */

export const TAGS = [
  { image: '02-mail-budget.jpg', tags: ['budget', 'urgent'] },
  { image: '03-mail-offer.jpg', tags: ['nordhaven'] },
  { image: '15-datasheet-current.jpg', tags: ['reference'] },
  { image: '23-tripod-ordered.jpg', tags: ['receipt'] },
  { image: '33-call-agreed.jpg', tags: ['nordhaven', 'decision'] },
  { image: '42-train-booked.jpg', tags: ['receipt', 'travel'] },
];

export const MEMORIES = [
  {
    atMin: 9.5,
    text: 'Osaka needs three hundred stations by the twentieth of March.',
    tags: ['osaka', 'dates'],
    importance: 0.8,
    image: '04-mail-osaka.jpg',
  },
  {
    atMin: 112,
    text: 'The Halden T2 tripod is ordered at Trailhouse, order TH-48213.',
    tags: ['receipt'],
    importance: 0.4,
    image: '23-tripod-ordered.jpg',
  },
  {
    atMin: 256,
    text: 'Agreed with Nordhaven: 2400 pieces at 11.80 euros, tooling on their side, six weeks.',
    tags: ['nordhaven', 'decision'],
    importance: 0.9,
    image: '33-call-agreed.jpg',
  },
  {
    atMin: 317,
    text: 'The early train to Hamburg is booked, K7Q2PX.',
    tags: ['travel'],
    importance: 0.5,
    image: '42-train-booked.jpg',
  },
];
