/** Gives each monitor its small number: 1 for the first name seen, and the same number again when it comes back. */
export type MonitorIds = (name: string) => number;

export function monitorIds(): MonitorIds {
  const known = new Map<string, number>();
  return (name) => {
    const id = known.get(name) ?? known.size + 1;
    known.set(name, id);
    return id;
  };
}
