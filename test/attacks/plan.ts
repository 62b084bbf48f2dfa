/** How far the attacks go: `npm test` runs a short form of each, `npm run test:attacks` the whole. */
const isWhole = process.env.HINDCAST_ATTACKS === 'whole';

/** The size of something in the form that runs. */
export function sized<T>(sizes: { short: T; whole: T }): T {
  return isWhole ? sizes.whole : sizes.short;
}
