import type { Paint } from './palette.ts';

/** Markup on a canvas of 400 × 300; `variant` chooses between builds, covers or contents. */
type Draw = (paint: Paint, variant: number) => string;

export interface Drawing {
	/** Seen from the side on a floor, or from above on a table. */
	rests: 'stands' | 'lies';
	/** Narrow enough to be shown larger in an upright picture. */
	narrow?: true;
	draw: Draw;
	/** From its other side, opened or folded; where absent, the mirrored drawing says as much. */
	other?: Draw;
	/** The spot a close-up looks at. */
	detail: readonly [x: number, y: number];
	/** What changes hands together with it. */
	comesWith: 'box' | 'charger' | 'pouch' | 'bill' | 'pens';
}
