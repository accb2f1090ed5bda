// Specs, name:key=value,…, as the program reads them (core/spec.hpp).

export interface Spec {
  name: string;
  values: Record<string, string>;
}

export function printSpec(spec: Spec): string {
  const pairs = Object.entries(spec.values)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}=${quoteIfNeeded(value)}`);
  return pairs.length ? `${spec.name}:${pairs.join(',')}` : spec.name;
}

function quoteIfNeeded(value: string): string {
  return /[,\s"]/.test(value) ? `"${value.replace(/(["\\])/g, '\\$1')}"` : value;
}

export function parseSpec(text: string): Spec {
  const colon = text.indexOf(':');
  const spec: Spec = { name: colon < 0 ? text : text.slice(0, colon), values: {} };
  if (colon < 0) return spec;
  const pair = /([^=,]+)=("(?:[^"\\]|\\.)*"|[^,]*)(?:,|$)/g;
  for (const [, key, value] of text.slice(colon + 1).matchAll(pair)) {
    if (key === undefined || value === undefined) continue;
    spec.values[key] = value.startsWith('"') ? value.slice(1, -1).replace(/\\(.)/g, '$1') : value;
  }
  return spec;
}

// What a person sees instead of a spec.
export function seatLabel(spec: string): string {
  if (spec === 'human') return 'You';
  const { name, values } = parseSpec(spec);
  if (values.time) return `${name}, ${values.time} a move`;
  if (values.sims) return `${name}, ${values.sims} simulations`;
  const thinks = ['uct', 'flat', 'puct', 'ntuple'].includes(name); // others are called by their names, as programs are
  return thinks ? `${name}, 1 s a move` : name;
}

// Which game a saved record is of, before anybody reads the rest of it.
export function gameOfRecord(record: string): string | null {
  const spec = /^game\s+(\S+)/m.exec(record)?.[1];
  return spec === undefined ? null : parseSpec(spec).name;
}
