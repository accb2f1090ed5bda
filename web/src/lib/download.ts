// Files for the visitor's disk.
export function download(name: string, type: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}

const looks = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-dasharray'],
  ...['paint-order', 'opacity', 'font-size', 'font-weight', 'font-family', 'text-anchor'],
];

// The ground a picture is drawn on: that of the nearest element around it that has one.
function groundOf(element: Element | null): string {
  for (let each = element; each; each = each.parentElement) {
    const colour = getComputedStyle(each).backgroundColor;
    if (colour !== 'transparent' && !/, 0\)$/.test(colour)) return colour;
  }
  return 'white';
}

// A picture that stands by itself: what style sheets say is written onto every element.
export function standaloneSvg(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const look of looks) to[i]!.setAttribute(look, style.getPropertyValue(look));
    to[i]!.removeAttribute('class');
  });
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  const { x, y, width, height } = svg.viewBox.baseVal;
  for (const [name, value] of Object.entries({ x, y, width, height, fill: groundOf(svg) })) ground.setAttribute(name, String(value));
  copy.prepend(ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return new XMLSerializer().serializeToString(copy);
}
