// Outlines of markers, told apart by shape as well as by colour.

export function markerPath(shape: number, x: number, y: number): string {
  const at = `${x.toFixed(1)} ${y.toFixed(1)}`;
  switch (((shape % 5) + 5) % 5) {
    case 0: return `M${at}m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z`;
    case 1: return `M${at}m-3.2 -3.2h6.4v6.4h-6.4z`;
    case 2: return `M${at}m0 -4.4l4.4 4.4l-4.4 4.4l-4.4 -4.4z`;
    case 3: return `M${at}m0 -4.2l4 7.2h-8z`;
    default: return `M${at}m0 4.2l4 -7.2h-8z`;
  }
}
