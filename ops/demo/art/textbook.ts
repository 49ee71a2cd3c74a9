import { PAGES, PAGES_DEEP } from './books.ts';
import { motif } from './covers.ts';
import type { Drawing } from './drawing.ts';
import { mixed, type Paint } from './palette.ts';
import {
	drop,
	fill,
	layers,
	light,
	line,
	PAPER,
	pick,
	place,
	rect,
	shade,
	turn,
} from './shapes.ts';

export const textbook: Drawing = {
	rests: 'lies',
	narrow: true,
	detail: [214, 120],
	comesWith: 'pens',
	draw: (paint, variant) =>
		turn(variant % 2 === 0 ? -8 : 7, 200, 150, drop(118, 34, 178, 232, 6), cover(paint, variant)),
	other: (paint) =>
		layers(
			drop(48, 70, 304, 176, 8),
			fill('M44 84q80-30 156 0q76-30 156 0v158q-80-22-156 6q-76-28-156-6z', paint.deep),
			fill('M54 74q78-30 146 4q68-34 146-4v158q-78-22-146 10q-68-32-146-10z', PAGES_DEEP),
			fill('M56 70q76-30 144 4q68-34 144-4v156q-76-22-144 10q-68-32-144-10z', PAPER),
			shade('M200 74q-22-14-46-18v158q28 6 46 22zM200 74q10-6 22-11v158q-14 6-22 15z', 0.06),
			rect(76, 80, 84, 9, 4, paint.main),
			line(
				'M76 106q48-12 102 4M76 124q48-12 102 4M76 142q48-12 70-4M76 204q40-8 84 0',
				'#c4b8a2',
				4,
			),
			rect(82, 154, 62, 36, 5, paint.pale),
			line('M92 182l14-16 12 8 18-18', paint.main, 4),
			line(
				'M224 96q50-18 102-6M224 114q50-18 102-6M224 132q50-18 102-6M224 186q50-18 102-6M224 204q30-12 62-8',
				'#c4b8a2',
				4,
			),
			line('M232 158q24-10 62-8', paint.accent, 11),
			line('M232 158q24-10 62-8', '#8f8470', 3.5),
			fill('M300 66h15v52l-7.500-8-7.500 8z', paint.accent),
		),
};

/** Three ways to arrange a picture and the bars that stand for title, edition and author. */
const LAYOUTS = [
	(number: number, paint: Paint) =>
		layers(place(216, 168, 1, motif(number, paint)), titleBars(56, '#ffffff90')),
	(number: number, paint: Paint) =>
		layers(
			rect(140, 172, 150, 88, 0, mixed(paint.main, paint.accent, 0.85)),
			place(216, 104, 1, motif(number, paint)),
			titleBars(190, '#ffffffa8'),
		),
	(number: number, paint: Paint) =>
		layers(
			fill('M140 34h150v112l-150 66z', paint.second),
			place(216, 166, 1, motif(number, { ...paint, main: paint.deep })),
			titleBars(56, paint.accent),
		),
] as const;

function titleBars(y: number, faded: string): string {
	const foot = y > 100 ? y + 44 : 234;
	return layers(
		rect(158, y, 104, 13, 4, PAPER),
		rect(158, y + 21, 66, 8, 4, faded),
		rect(158, foot, 62, 8, 4, PAPER),
	);
}

/** `variant` counts the layouts of the first motif, then those of the second, and so on. */
function cover(paint: Paint, variant: number): string {
	return layers(
		rect(118, 34, 178, 232, 7, paint.deep),
		rect(126, 40, 166, 222, 3, PAGES),
		rect(118, 34, 172, 226, 7, paint.main),
		pick(LAYOUTS, variant)(Math.floor(variant / 3), paint),
		shade('M118 41a7 7 0 0 1 7-7h15v226h-15a7 7 0 0 1-7-7z', 0.2),
		light('M144 34h40L144 200z', 0.14),
		light('M140 34h3v226h-3z', 0.3),
	);
}
