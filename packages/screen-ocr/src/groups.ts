/** Parts a list into groups of neighbours; `begins` says whether an item begins a new group rather than joining the last one. */
export function groupsOf<Item>(
  items: readonly Item[],
  begins: (item: Item, last: Item, group: readonly Item[]) => boolean,
): Item[][] {
  const groups: Item[][] = [];
  for (const [i, item] of items.entries()) {
    const group = groups.at(-1);
    if (group === undefined || begins(item, items[i - 1] as Item, group)) groups.push([item]);
    else group.push(item);
  }
  return groups;
}
