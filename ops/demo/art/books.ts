import type { Drawing } from './drawing.ts';
import { mixed, type Paint } from './palette.ts';
import {
	fill,
	ground,
	layers,
	light,
	line,
	PAPER,
	pick,
	rect,
	shade,
	times,
	turn,
	WOOD,
	WOOD_DEEP,
} from './shapes.ts';

export const PAGES = '#f7f0e0';

export const PAGES_DEEP = '#e2d5bb';

/** A closed book lying on its side: its spine to the left, its pages to the right. */
function lyingBook(x: number, y: number, width: number, height: number, colour: string): string {
	const deep = mixed(colour, '#161a33', 0.24);
	return layers(
		rect(x, y, width, height, 6, deep),
		rect(x + 12, y + 6, width - 18, height - 12, 2, PAGES),
		times(3, (index) =>
			line(`M${x + 26} ${y + 12 + (index * (height - 24)) / 2}h${width - 40}`, PAGES_DEEP, 1.8),
		),
		fill(
			`M${x + 6} ${y}h${width - 6}v6h-${width - 6}zM${x + 6} ${y + height - 6}h${width - 6}v6h-${width - 6}z`,
			colour,
		),
		rect(x, y, 24, height, 6, colour),
		rect(x + 5, y + 8, 5, height - 16, 2.5, mixed(colour, '#ffffff', 0.35)),
		shade(`M${x + 20} ${y + 6}h8v${height - 12}h-8z`, 0.1),
	);
}

export const bookStack: Drawing = {
	rests: 'stands',
	detail: [150, 170],
	comesWith: 'pens',
	draw: (paint, variant) =>
		layers(
			ground(200, 250, 128),
			lyingBook(88, 206, 228, 44, paint.main),
			lyingBook(104, 164, 202, 42, paint.accent),
			lyingBook(94, 126, 196, 38, mixed(paint.second, '#ffffff', 0.1)),
			variant % 2 === 0
				? turn(-9, 200, 90, openBook(paint))
				: layers(
						lyingBook(112, 92, 176, 34, paint.deep),
						turn(-6, 200, 80, lyingBook(122, 50, 150, 40, paint.soft)),
					),
		),
};

function openBook(paint: Paint): string {
	return layers(
		fill('M122 66q40-16 78 4q38-20 78-4v54q-40-14-78 6q-38-20-78-6z', paint.deep),
		fill('M127 60q38-16 73 5q35-21 73-5v54q-38-14-73 6q-35-20-73-6z', PAPER),
		shade('M200 65q-14-9-30-11v54q18 2 30 12zM200 65q8-6 16-8v54q-10 3-16 9z', 0.06),
		line(
			'M140 74q24-8 48 2M140 87q24-8 48 2M140 100q24-8 34-2M212 76q24-10 48-2M212 89q24-10 48-2',
			'#b6ab97',
			3.5,
		),
	);
}

export const bookRow: Drawing = {
	rests: 'stands',
	detail: [170, 150],
	comesWith: 'bill',
	draw: (paint, variant) => {
		const colours = [paint.main, paint.accent, paint.second, paint.deep, paint.soft] as const;
		return layers(
			ground(200, 251, 138),
			...[0, 1, 2, 3].map((index) =>
				spine(
					90 + index * 40,
					76 + ((index * 17 + variant * 11) % 30),
					pick(colours, index + variant),
					index,
				),
			),
			turn(13, 284, 250, spine(256, 84, pick(colours, variant + 4), 5)),
			rect(70, 130, 14, 120, 4, WOOD_DEEP),
			rect(60, 240, 270, 12, 4, WOOD),
			light('M64 241h262v3H64z', 0.35),
		);
	},
};

function spine(x: number, y: number, colour: string, number: number): string {
	const height = 240 - y;
	return layers(
		rect(x, y, 38, height, 4, colour),
		shade(`M${x + 28} ${y}h6a4 4 0 0 1 4 4v${height - 4}h-10z`, 0.18),
		light(`M${x + 5} ${y + 4}h4v${height - 8}h-4z`, 0.3),
		rect(x + 1, y + 18, 36, 6, 0, '#ffffff90'),
		rect(x + 14, y + 40, 9, 48 + ((number * 13) % 24), 4, '#ffffffc8'),
		rect(x + 1, y + height - 34, 36, 6, 0, '#ffffff90'),
	);
}
