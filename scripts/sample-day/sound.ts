/** What was heard and read by accessibility on the sample day. Times are minutes of the day. */

export interface Said {
  atMin: number;
  speaker: string;
  text: string;
  language: 'en' | 'de';
}

export const MARA = 'Mara Ellison';
export const JONAS = 'Jonas Weidel';
/** Nobody has said who this is. */
export const RADIO = '';

function said(
  atMin: number,
  speaker: string,
  text: string,
  language: Said['language'] = 'en',
): Said {
  return { atMin, speaker, text, language };
}

export const TRANSCRIPTS: readonly Said[] = [
  said(14.2, MARA, 'Note to self: answer Osaka first, they are already on their way home.'),
  said(
    240.2,
    JONAS,
    'Good afternoon Mara, can you hear me? The microphone was sulking this morning.',
  ),
  said(240.5, MARA, 'Loud and clear. How is Bremen, is it raining already?'),
  said(240.8, JONAS, 'It has not stopped since Sunday. Good weather for people who sell gaskets.'),
  said(241.6, MARA, 'Then let us start with the gasket. Did it hold in the chamber?'),
  said(
    242.0,
    JONAS,
    'It held at minus twenty for six hours, after we made the wall at the lug thicker. I will share the drawing.',
  ),
  said(
    243.4,
    JONAS,
    'Here, revision C. The wall was one point eight millimetres and is two point two now, only on this side.',
  ),
  said(
    244.6,
    MARA,
    'And the outside stays at ninety-six by seventy-two? The display bezel is already cut.',
  ),
  said(
    245.1,
    JONAS,
    'The outside stays. Only the core of the mould changes, so nothing moves for you.',
  ),
  said(
    247.2,
    MARA,
    'Good. What does that change of the tool cost, and who pays for it? The thin wall was in your drawing.',
  ),
  said(
    248.0,
    JONAS,
    'It is nineteen hundred and fifty euros. Honestly, I had hoped to share it, but you are right about the drawing.',
  ),
  said(
    249.1,
    MARA,
    'If you take the tooling, I can go up to two thousand four hundred pieces in the first order.',
  ),
  said(
    250.3,
    JONAS,
    'Then we are at eleven euros eighty a piece. Let me put the table on the screen so that we see the same.',
  ),
  said(
    252.4,
    JONAS,
    'Two thousand four hundred, eleven eighty, six weeks. Below that it would be twelve forty.',
  ),
  said(253.2, MARA, 'Eleven eighty with the tooling on your side. I can say yes to that.'),
  said(
    254.0,
    JONAS,
    'Agreed. A deposit of thirty percent with the order, the rest fourteen days after delivery?',
  ),
  said(
    256.1,
    MARA,
    'Agreed. Now the dates. Osaka needs three hundred stations by the twentieth of March.',
  ),
  said(
    257.2,
    JONAS,
    'Ten samples on the twelfth of February. If your frost test passes, we start the series on the sixteenth.',
  ),
  said(258.5, MARA, 'And the whole lot? I promised the fourteenth of March to everyone.'),
  said(
    259.3,
    JONAS,
    'The fourteenth of March works, if you come to Hamburg and sign the hand-over with me.',
  ),
  said(
    261.4,
    MARA,
    'I will take the early train on Wednesday and have a look at the mould as well.',
  ),
  said(
    262.5,
    JONAS,
    'Platz nehmen Sie bitte am Fenster, die Strecke an der Weser ist um diese Zeit sehr schön.',
    'de',
  ),
  said(263.6, MARA, 'Das mache ich. Ich schreibe Ihnen gleich eine kurze Zusammenfassung.', 'de'),
  said(264.8, JONAS, 'Perfect. I correct it by Thursday if my memory disagrees with yours.'),
  said(266.0, MARA, 'Thank you Jonas, that was easier than I feared.'),
  said(266.3, JONAS, 'For me as well. See you in Hamburg!'),
  said(388.4, RADIO, 'Tonight rain from the west, with gusts of up to seventy kilometres an hour.'),
  said(388.7, RADIO, 'On Thursday it stays dry, with a low sun and light wind.'),
  said(391.0, MARA, 'Thursday stays dry, tell Oskar that the roof is fine for the photos.'),
];

export const UI_TEXTS = [
  {
    atMin: 39,
    app: 'Parley',
    window: 'Notification',
    text: 'Priya Raman: bench test is through, do you have two minutes?',
  },
  {
    atMin: 112,
    app: 'Wayfarer',
    window: 'Downloads',
    text: 'Rechnung_TH-48213.pdf saved to Receipts',
  },
  {
    atMin: 230,
    app: 'Almanac',
    window: 'Reminder',
    text: 'Nordhaven: enclosure starts in 10 minutes in Roundtable',
  },
  {
    atMin: 317,
    app: 'Wayfarer',
    window: 'Downloads',
    text: 'Fahrkarte_K7Q2PX.pdf saved to Travel',
  },
  {
    atMin: 440,
    app: 'System',
    window: 'Notification',
    text: 'Battery at 20 percent, about 35 minutes left',
  },
];
