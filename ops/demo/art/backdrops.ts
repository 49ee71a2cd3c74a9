import type { Category } from '#contract/item-facts.ts';
import { mixed, type Paint } from './palette.ts';
import { disc, fill, layers, pick, rect, times } from './shapes.ts';

/** The categories' own tints, as the pages use them in the light theme. */
export const TINTS: Record<Category, string> = {
	Books: '#e8e1f8',
	PYQs: '#fce4d4',
	Instruments: '#d9eee5',
	Essentials: '#dce9f9',
	Electronics: '#faeab9',
	OTHERS: '#ece7de',
};

export interface Place {
	width: number;
	height: number;
	tint: string;
	/** Any number that belongs to this picture: chooses among alike settings. */
	seed: number;
	paint: Paint;
}

export type Backdrop = (place: Place) => string;

/** The plain tint, now and then with an arch, a disc, a floor or the light of a window. */
export const studio: Backdrop = ({ width, height, tint, seed }) => {
	const x = width / 2;
	const y = height / 2;
	const bright = mixed(tint, '#ffffff', 0.5);
	const dim = mixed(tint, '#6b5f7a', 0.1);
	return layers(
		rect(0, 0, width, height, 0, tint),
		pick(
			[
				disc(x, y - 4, 128, bright),
				rect(x - 118, y - 122, 236, height, 118, bright),
				fill(`M0 ${y + 62}q${x} -26 ${width} 0V${height}H0z`, dim),
				'',
				windowLight(x - 60, -20, 0.5),
			],
			seed,
		),
	);
};

/** A deeper tint, split along a slope: for a second look at the same thing. */
export const slope: Backdrop = ({ width, height, tint, seed }) => {
	const dim = mixed(tint, '#6b5f7a', 0.14);
	const bright = mixed(tint, '#ffffff', 0.4);
	return layers(
		rect(0, 0, width, height, 0, dim),
		seed % 2 === 0
			? fill(`M0 ${height * 0.7}L${width} ${height * 0.34}V${height}H0z`, bright)
			: fill(`M0 0h${width * 0.62}L${width * 0.3} ${height}H0z`, bright),
	);
};

export function windowLight(x: number, y: number, opacity: number): string {
	return `<g transform="translate(${x} ${y}) skewX(-24)" fill="#fff" opacity="${opacity}">${times(
		2,
		(column) =>
			times(
				3,
				(row) => `<rect x="${column * 76 + 60}" y="${row * 84}" width="66" height="74" rx="2"/>`,
			),
	)}</g>`;
}
