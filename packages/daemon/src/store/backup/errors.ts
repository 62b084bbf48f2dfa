/** What can be wrong with a backup, or with the place for one. */
export {};
