// Whether this machine has a font for a sign. Without one the browser draws a box, the same for every such sign.
const known = new Map<string, boolean>();

export function canDraw(sign: string): boolean {
  let can = known.get(sign);
  if (can === undefined) known.set(sign, (can = drawn(sign) !== drawn('\u{10fffd}')));
  return can;
}

function drawn(sign: string): string {
  const canvas = Object.assign(document.createElement('canvas'), { width: 32, height: 32 });
  const context = canvas.getContext('2d');
  if (!context) return sign;
  context.font = '24px sans-serif';
  context.fillText(sign, 4, 26);
  return canvas.toDataURL();
}
