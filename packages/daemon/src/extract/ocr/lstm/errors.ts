/** The language data is whole, but for another way of reading than this one. */
export class OtherWayError extends Error {}
