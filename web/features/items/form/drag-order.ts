/** Where a tile is on the page, in pixels. */
export type TileRect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** The place whose middle is nearest to the pointer, counted from 0. */
export function nearestTile(rects: readonly TileRect[], x: number, y: number): number {
	const distances = rects.map(({ left, top, width, height }) =>
		Math.hypot(left + width / 2 - x, top + height / 2 - y),
	);
	return distances.indexOf(Math.min(...distances));
}

/** Where a tile goes to while another one is carried from one place to another: those between make room. */
export function shiftedIndex(index: number, from: number, to: number): number {
	if (index > from && index <= to) return index - 1;
	if (index < from && index >= to) return index + 1;
	return index;
}
