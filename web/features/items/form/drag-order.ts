/** The position and size of a photo's tile on the page, in pixels. */
export type TileRect = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>;

/** The index of the tile whose centre is nearest to the pointer. */
export function nearestTile(rects: readonly TileRect[], x: number, y: number): number {
	const distances = rects.map(({ left, top, width, height }) =>
		Math.hypot(left + width / 2 - x, top + height / 2 - y),
	);
	return distances.indexOf(Math.min(...distances));
}

/** A tile's index while another tile is dragged from one index to another: the tiles in between move by one. */
export function shiftedIndex(index: number, from: number, to: number): number {
	if (index > from && index <= to) return index - 1;
	if (index < from && index >= to) return index + 1;
	return index;
}
