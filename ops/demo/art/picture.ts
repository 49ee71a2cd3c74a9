import type { Category } from '#contract/item-facts.ts';
import type { DrawingName } from './drawings.ts';
import type { PaletteName } from './palette.ts';

/**
 * How a thing is shown: alone, near, from its other side, on a desk, in a hostel room, out in the yard, or with what
 * comes with it.
 */
export type View = 'front' | 'close' | 'other' | 'desk' | 'room' | 'yard' | 'kit';

export interface DemoPicture {
	drawing: DrawingName;
	palette: PaletteName;
	variant: number;
	view: View;
	category: Category;
	/** 720 × 960 pixels in place of 960 × 720. */
	upright: boolean;
}
